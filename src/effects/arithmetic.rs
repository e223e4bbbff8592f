//! Owns what an arithmetic expression of known numbers comes to; it does not expand or assign parameters.
//!
//! Bash Reference Manual, section 6.5: signed numbers of 64 bits that wrap. Only the operators between numbers are worked
//! out; what assigns, compares or names a parameter is not.

/// How deep parentheses may lie in each other.
const MAXIMUM_DEPTH: usize = 32;

/// The operators that bind least, then those that bind more.
const LEVELS: [&[&str]; 3] = [&["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

/// The value of an expression, if all of it is numbers and operators between them.
pub fn worked_out(expression: &str) -> Option<i64> {
    let mut reader = Reader { rest: expression, depth: 0 };
    let value = reader.level(0)?;
    reader.rest.trim().is_empty().then_some(value)
}

struct Reader<'t> {
    rest: &'t str,
    depth: usize,
}

impl Reader<'_> {
    fn takes(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(token);
        // `**` and assignments such as `+=` are other operators.
        let rest =
            rest.filter(|rest| token == "(" || token == ")" || !rest.starts_with(['=', '*']));
        rest.map(|rest| self.rest = rest).is_some()
    }

    fn level(&mut self, level: usize) -> Option<i64> {
        let Some(operators) = LEVELS.get(level) else { return self.number() };
        let mut value = self.level(level + 1)?;
        while let Some(operator) = operators.iter().find(|operator| self.takes(operator)) {
            let other = self.level(level + 1)?;
            value = applied(operator, value, other)?;
        }
        Some(value)
    }

    fn number(&mut self) -> Option<i64> {
        if self.takes("(") {
            self.depth += 1;
            if self.depth > MAXIMUM_DEPTH {
                return None;
            }
            let value = self.level(0)?;
            self.depth -= 1;
            return self.takes(")").then_some(value);
        }
        let sign = if self.takes("-") { -1 } else { 1 };
        let text = self.rest.trim_start();
        let end = text.find(|character: char| !character.is_ascii_alphanumeric());
        let (number, rest) = text.split_at(end.unwrap_or(text.len()));
        // `010` is eight, and `0x10` sixteen.
        let octal = number.len() > 1 && number.starts_with('0');
        self.rest = rest;
        number.parse::<i64>().ok().filter(|_| !octal).map(|number| sign * number)
    }
}

fn applied(operator: &str, one: i64, other: i64) -> Option<i64> {
    match operator {
        "+" => Some(one.wrapping_add(other)),
        "-" => Some(one.wrapping_sub(other)),
        "*" => Some(one.wrapping_mul(other)),
        "/" => one.checked_div(other),
        "%" => one.checked_rem(other),
        "<<" => one.checked_shl(other.try_into().ok()?),
        ">>" => one.checked_shr(other.try_into().ok()?),
        _ => None,
    }
}
