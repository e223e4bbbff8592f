//! Owns judging a rewritten call again, which decides whether the rewrite stands; it does not rewrite, nor say so to hosts.

use super::{Gate, Outcome};
use crate::call::ToolCall;
use crate::host::{self, Host};
use crate::verdict::{Decision, Objection, Replacement, Verdict};

impl Gate<'_> {
    /// Settles a verdict that is a rewrite: the call as it would be made is judged by all rules, and what they object to it
    /// denies the call as it is. A warning about it is told beside the rewrite.
    pub(super) fn settle_rewrite(&mut self, host: Host, call: &ToolCall, outcome: &mut Outcome) {
        if outcome.verdict.decision() != Decision::Rewrite {
            return;
        }
        let command = outcome.verdict.deciding().find_map(|it| it.command.clone());
        let Some(command) = command else { return };
        let Some(reworded) = host::reworded(call, &command) else { return };
        let input = reworded.input.clone();
        let again = self.judge_once(host, reworded);
        for objection in again.verdict.objections() {
            let decision = match objection.decision {
                Decision::Warn if outcome.verdict.objections().contains(objection) => continue,
                Decision::Warn => Decision::Warn,
                _ => Decision::Deny,
            };
            let reason =
                format!("Rewritten to `{command}`, the call is no better: {}", objection.reason);
            let objection = Objection { decision, reason, ..objection.clone() };
            outcome.verdict.merge(Verdict::of(objection));
        }
        outcome.failures.extend(again.failures);
        outcome.verdict.replace(Replacement { command, input });
    }
}
