//! Owns finding what looks like a secret in a text, and hiding it; it does not know every secret.

/// Beginnings of tokens that are secrets by their form alone, as their issuers document them.
const TOKENS: [&str; 16] = [
    "sk-",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "AKIA",
    "ASIA",
    "xoxb-",
    "xoxp-",
    "xapp-",
    "npm_",
    "AIza",
    "eyJ",
];

/// Ends of names whose values are secrets, wherever `NAME=VALUE`, `NAME: VALUE` or `--NAME VALUE` stands.
const NAMES: [&str; 11] = [
    "password",
    "passwd",
    "_pass",
    "_pwd",
    "secret",
    "token",
    "api_key",
    "apikey",
    "api-key",
    "access_key",
    "authorization",
];

/// Words of an `Authorization` header that come before the secret (RFC 7617, RFC 6750).
const SCHEMES: [&str; 2] = ["basic", "bearer"];

/// Options after which `USER:PASSWORD` stands (curl(1), wget(1)).
const USERS: [&str; 3] = ["-u", "--user", "--proxy-user"];

/// What ends a word.
fn ends_word(character: char) -> bool {
    character.is_whitespace() || "'\"`;&|<>()=:,".contains(character)
}

/// The text with what looks like a secret replaced by `***`.
///
/// ```
/// use hookshim::text::secrets::mask;
///
/// assert_eq!(mask("curl -u me:hunter2 https://x"), "curl -u me:*** https://x");
/// assert_eq!(mask("git clone https://u:p@host/r"), "git clone https://u:***@host/r");
/// assert_eq!(mask("PGPASSWORD=x psql"), "PGPASSWORD=*** psql");
/// ```
pub fn mask(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut hide_next = false;
    let mut names_user = false;
    for piece in text.split_inclusive(ends_word) {
        let word = piece.trim_end_matches(ends_word);
        let end = piece.get(word.len()..).unwrap_or_default();
        if word.is_empty() {
            // Between a name and its value stand only blanks, quotes and `=` or `:`.
            hide_next &= !end.contains([';', '&', '|', '\n']);
            result.push_str(end);
            continue;
        }
        let lower = word.to_ascii_lowercase();
        let is_scheme = hide_next && SCHEMES.contains(&lower.as_str());
        match word.split_once('@') {
            _ if is_scheme => result.push_str(word),
            // The password of `https://USER:PASSWORD@HOST`, whose colon ended the piece before.
            Some((_, host)) if hide_next || result.ends_with(':') => {
                result.push_str("***@");
                result.push_str(host);
            }
            _ if hide_next || is_token(word) => result.push_str("***"),
            _ => result.push_str(word),
        }
        result.push_str(end);
        let is_name = NAMES.iter().any(|name| lower.ends_with(name));
        let assigns = end.starts_with(['=', ':']) || word.starts_with("--");
        let has_password = names_user && end.starts_with(':');
        hide_next = is_scheme || (is_name && assigns) || has_password;
        names_user = USERS.contains(&word);
    }
    result
}

/// Whether a word is long enough after a token's beginning to be one.
fn is_token(word: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    TOKENS.iter().any(|start| {
        word.strip_prefix(start).is_some_and(|rest| rest.len() >= 12 && rest.bytes().all(plain))
    })
}
