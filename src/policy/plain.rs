//! Owns telling at a glance which patterns are surely well written; it does not read them.
//!
//! Most patterns are made of names and stars. Reading them is most of what loading a policy costs, and all but a few of
//! them are about other programs and paths than the call's, so such patterns are read when they are needed. What is not
//! surely well written is read at once, so that a mistake is told at once.

/// Whether a command pattern is surely one.
pub(super) fn is_command(text: &str) -> bool {
    let is_usual = |letter: u8| letter.is_ascii_alphanumeric() || b" -_./:@+|!*".contains(&letter);
    if text.len() > LONGEST || !text.bytes().all(is_usual) {
        return false;
    }
    let mut words = text.split(' ');
    let program = words.next().unwrap_or_default();
    program.starts_with(|letter: char| letter.is_ascii_alphanumeric())
        && are_alternatives(program)
        && words.all(|word| match word.strip_prefix('!') {
            Some(options) => are_options(options),
            None if word.starts_with('-') => are_options(word),
            None => are_alternatives(word),
        })
}

fn are_alternatives(word: &str) -> bool {
    word.split('|').all(|word| !word.is_empty()) && !word.contains('!')
}

fn are_options(word: &str) -> bool {
    word.split('|').all(|option| {
        let name = option.trim_start_matches('-');
        name.len() < option.len() && !name.is_empty() && !name.contains(['!', '*'])
    })
}

/// Whether a path glob is surely one.
pub(super) fn is_glob(text: &str) -> bool {
    let is_usual = |letter: u8| letter.is_ascii_alphanumeric() || b"-_./@+*".contains(&letter);
    let text = text.strip_prefix('!').unwrap_or(text);
    let place = ["~/", "{home}/", "{project}/", "{cwd}/", "{temp}/"];
    let path = place.into_iter().find_map(|place| text.strip_prefix(place)).unwrap_or(text);
    path.len() <= LONGEST
        && path.bytes().all(is_usual)
        && path.split('/').enumerate().all(|(index, component)| match component {
            // Only the root is an empty component.
            "" => index == 0 && path.len() > 1 && path.len() == text.len(),
            ".." => false,
            "**" => true,
            component => !component.contains("**"),
        })
}

/// The longest text that stands for itself in a glob that is surely one.
pub(super) fn longest_name(glob: &str) -> &str {
    let path = glob.rsplit('}').next().unwrap_or(glob);
    let names = path.split(['*', '/', '~']).filter(|name| *name != ".");
    names.max_by_key(|name| name.len()).unwrap_or_default()
}

/// Longer patterns are not usual.
const LONGEST: usize = 256;
