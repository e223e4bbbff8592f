//! Owns when the rules that protect hookshim itself are asked: they are read only for a call that may concern them; it does
//! not say what they are.

use super::Gate;
use crate::effects::{Access, Action, Effect, Effects, PathAction};
use crate::policy::{self, Places, Policy};
use crate::verdict::Layer;
use std::path::Path;

/// What is in the names of protected files and programs, in lower case.
const NAMES: [&str; 5] = ["hookshim", "claude", "codex", "maka", "managed-settings"];

impl Gate<'_> {
    /// The rules, if an effect may concern them and nobody who may has switched them off.
    pub(super) fn self_protection(&self, effects: &Effects, places: &Places) -> Option<Policy> {
        let said = |layer| {
            let mut of_layer = self.layers.policies.iter().filter(move |it| it.layer == layer);
            of_layer.find_map(|policy| policy.self_protection)
        };
        let is_on = said(Layer::Organisation).or_else(|| said(Layer::User)).unwrap_or(true);
        let concerns = || effects.iter().any(|(_, effect)| may_concern(effect, places));
        (is_on && concerns()).then(policy::read_built_in)
    }
}

fn may_concern(effect: &Effect, places: &Places) -> bool {
    match &effect.action {
        Action::Run(run) => {
            run.program.literal().is_some_and(is_named)
                || run.words.iter().any(|word| word.literal() == Some("hookshim"))
        }
        Action::Path(action) if action.access != Access::Read => touches(action, places),
        _ => false,
    }
}

/// Whether what is written or removed may be protected, or may hold what is.
fn touches(action: &PathAction, places: &Places) -> bool {
    let spelt = action.paths.iter().map(|path| path.known_start().to_owned());
    let resolved = action.resolved.iter().map(|path| path.to_string_lossy().into_owned());
    let protected =
        || [&places.policy, &places.hookshim, &places.host_settings].into_iter().flatten();
    spelt.chain(resolved).any(|path| {
        is_named(&path)
            || protected().any(|it| {
                let (it, path) = (Path::new(it), Path::new(&path));
                path.starts_with(it) || action.tree && it.starts_with(path)
            })
    })
}

fn is_named(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    NAMES.iter().any(|name| text.contains(name))
}
