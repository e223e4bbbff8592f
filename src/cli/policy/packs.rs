//! Owns `hookshim policy packs`: the policies that come with hookshim, listed or shown; it does not read them for judging.

use crate::cli::lines::{count, fill};
use crate::policy::{self, Source, packs};
use crate::verdict::Layer;
use std::process::ExitCode;

/// The options of `hookshim policy packs`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The pack whose text is printed
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

/// How wide texts are behind their indent; with that it makes 80 columns.
const TEXT_WIDTH: usize = 76;

/// Lists the packs, or prints one.
pub fn run(options: &Options) -> Result<ExitCode, String> {
    let text = match &options.name {
        None => list(),
        Some(name) => packs::whole(name).map(str::to_owned).ok_or_else(|| {
            format!("There is no pack {name}; hookshim has {}.", packs::names().join(", "))
        })?,
    };
    crate::cli::print(&text);
    Ok(ExitCode::SUCCESS)
}

fn list() -> String {
    let each = packs::names().into_iter().map(|name| {
        let about = fill(&heading(packs::whole(name).unwrap_or_default()), TEXT_WIDTH);
        format!("{name} ({})\n    {}\n", count(rules(name), "rule"), about.join("\n    "))
    });
    each.collect::<Vec<_>>().join("\n")
}

/// The first sentences of a text: its comment up to an empty line.
fn heading(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix('#')).map(str::trim);
    let lines = lines.take_while(|line| !line.is_empty() && !line.starts_with("http"));
    lines.collect::<Vec<_>>().join(" ")
}

/// How many rules a pack has, with those of packs that it lists.
fn rules(name: &str) -> usize {
    let text = format!("version = 1\npacks = [\"{name}\"]\n");
    let source = Source { file: String::new(), text, layer: Layer::User, trusted: true };
    policy::read(source).map_or(0, |policy| policy.rules.len())
}
