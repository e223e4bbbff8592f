//! Owns programs that let time pass before something else happens; it does not know what happens then.
//!
//! Sources: sleep(1) of the GNU coreutils, at(1), batch(1).

use super::{Program, Started};
use crate::effects::options::Style;
use crate::effects::scope::{Input, Scope};
use crate::effects::touch::Touch;
use crate::effects::walk::Walk;
use crate::effects::{Access, Delay, Value};

/// The family.
pub const PROGRAMS: &[Program] = &[
    Program { names: &["sleep", "usleep"], style: Style::new("", &[]), follow: sleep },
    Program { names: &["at", "batch"], style: Style::new("fqt", &[]), follow: at },
];

/// `sleep 5`, `sleep 1h 30m`
fn sleep(_: &mut Walk, started: &Started, scope: &mut Scope) {
    for operand in &started.run.arguments.operands {
        scope.delay = scope.delay.then(delay(operand));
    }
}

fn delay(operand: &Value) -> Delay {
    const UNITS: [(char, f64); 4] = [('s', 1.0), ('m', 60.0), ('h', 3_600.0), ('d', 86_400.0)];
    let Some(text) = operand.literal() else { return Delay::Unknown };
    let (number, unit) = match UNITS.iter().find(|(unit, _)| text.ends_with(*unit)) {
        Some((unit, seconds)) => (text.trim_end_matches(*unit), *seconds),
        None => (text, 1.0),
    };
    match number.parse::<f64>() {
        // A cast of a number that is too large gives the largest.
        Ok(number) if number >= 0.0 => Delay::Seconds((number * unit) as i64),
        _ => Delay::Unknown,
    }
}

/// `at TIME` runs what comes in on standard input, some time.
fn at(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut own = scope.started(started.id);
    own.delay = Delay::Unknown;
    if let Some(script) = started.run.arguments.value(&["-f"])
        && !matches!(script.literal(), Some("-" | "/dev/stdin"))
    {
        walk.path(Touch::file(Access::Read), script, &own);
        return walk.run_script(script, &mut own);
    }
    match scope.input() {
        Input::Text(text) => walk.whole_shell(&text.shell_text(), &mut own),
        Input::File(file) => walk.run_opened_script(&file, &mut own),
        Input::Unknown => walk.opaque("what is to run later is not known", &own),
        Input::Inherited => {}
    }
}
