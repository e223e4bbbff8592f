//! Owns the parser and the help of the commands for people; it does not do their work.

use super::{check, policy, test, trust};
use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;

/// A PreToolUse hook for coding agents: one policy over what a call would do.
#[derive(Debug, Parser)]
#[command(name = "hookshim", version, max_term_width = 80, arg_required_else_help = true)]
struct Line {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Read a tool call on standard input and answer the host (what hosts run)
    ///
    /// Exit status 0: no objection, or an answer in the host's own dialect on standard output. Exit status 2: the
    /// call is denied, with the reason on standard error. There is no other.
    Hook(HookOptions),
    /// Say what would happen to a call, and why
    ///
    /// Exit status 0: no rule speaks. 1: a rule speaks. 2: the call could not be judged.
    #[command(
        override_usage = "hookshim check COMMAND [OPTIONS]\n       hookshim check --tool NAME --input JSON [OPTIONS]\n       hookshim check --payload FILE [OPTIONS]"
    )]
    Check(check::Options),
    /// Say which parts of projects' policies a person has agreed to, and agree
    ///
    /// What a project's .hookshim.toml says beside rules that object counts only when a person has trusted it. Exit status
    /// 0: done. 1: nothing is there, or a person must do it. 2: it could not be done.
    Trust(trust::Options),
    /// Run the tests that policies bring along (`[[tests]]`)
    ///
    /// Without FILE: those of your policy and of the project around the current directory. Each file is judged alone, with
    /// the packs that it lists. Exit status 0: all pass. 1: some fail. 2: some could not be run.
    Test(test::Options),
    /// Look at policies: their mistakes, and what is in force
    #[command(subcommand)]
    Policy(policy::Command),
}

/// Listed for `--help` only; the hook reads its options itself.
#[derive(Debug, clap::Args)]
struct HookOptions {
    /// The host; without it the payload tells [possible values: claude-code, codex, maka]
    #[arg(long, value_name = "HOST")]
    host: Option<String>,
    /// The user's policy file, instead of ~/.config/hookshim/policy.toml
    #[arg(long, value_name = "FILE")]
    user_policy: Option<String>,
    /// The directory of hookshim's records
    #[arg(long, value_name = "DIRECTORY")]
    state: Option<String>,
    /// A policy file that stands in for the user's and the project's (may be repeated)
    #[arg(long, value_name = "FILE")]
    policy: Vec<String>,
    /// Leave out the organisation's policy (for tests)
    #[arg(long)]
    no_system: bool,
    /// Judge as of this instant, such as 2026-11-30T09:00:00+01:00 (for tests)
    #[arg(long, value_name = "INSTANT")]
    now: Option<String>,
}

/// Runs the command that the arguments name.
pub fn run() -> ExitCode {
    match Line::parse().command {
        // `hookshim hook` never comes here; `hookshim help hook` ends in the parser.
        Command::Hook(_) => ExitCode::from(2),
        Command::Check(options) => check::run(&options),
        Command::Trust(options) => trust::run(&options),
        Command::Test(options) => test::run(&options),
        Command::Policy(command) => policy::run(&command),
    }
}

/// Shows the help of one command.
pub fn help(name: &str) -> ExitCode {
    let mut line = Line::command();
    // Building gives each command its full name.
    line.build();
    let shown = line.find_subcommand_mut(name).map(clap::Command::print_long_help);
    match shown {
        Some(Ok(())) => ExitCode::SUCCESS,
        _ => ExitCode::from(2),
    }
}
