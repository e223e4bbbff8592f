//! Owns how secrets look: the beginnings of tokens, the names of what is secret, the options before it; it hides nothing.

/// Beginnings of tokens that are secrets by their form alone, as their issuers document them (most in the list of patterns
/// of GitHub's "Supported secret scanning patterns"), each with how many letters, digits, `-`, `_` and `.` follow at least.
const TOKENS: [(&str, usize); 60] = [
    ("sk-", 20),
    ("sk_live_", 12),
    ("sk_test_", 12),
    ("rk_live_", 12),
    ("rk_test_", 12),
    ("whsec_", 20),
    ("ghp_", 12),
    ("gho_", 12),
    ("ghu_", 12),
    ("ghs_", 12),
    ("ghr_", 12),
    ("github_pat_", 12),
    ("glpat-", 12),
    ("glptt-", 20),
    ("gldt-", 20),
    ("glrt-", 20),
    ("AKIA", 16),
    ("ASIA", 16),
    ("xoxb-", 12),
    ("xoxp-", 12),
    ("xoxa-", 12),
    ("xoxr-", 12),
    ("xoxs-", 12),
    ("xoxe-", 12),
    ("xapp-", 12),
    ("npm_", 30),
    ("pypi-AgE", 30),
    ("rubygems_", 40),
    ("AIza", 30),
    ("GOCSPX-", 20),
    ("ya29.", 20),
    ("eyJ", 12),
    ("hf_", 20),
    ("gsk_", 30),
    ("nvapi-", 30),
    ("pplx-", 30),
    ("xai-", 30),
    ("r8_", 30),
    ("SG.", 40),
    ("key-", 32),
    ("dop_v1_", 40),
    ("doo_v1_", 40),
    ("dor_v1_", 40),
    ("dapi", 32),
    ("shpat_", 32),
    ("shpss_", 32),
    ("shpca_", 32),
    ("dckr_pat_", 20),
    ("lin_api_", 30),
    ("figd_", 30),
    ("sbp_", 40),
    ("hvs.", 20),
    ("hvb.", 20),
    ("tskey-", 20),
    ("glsa_", 30),
    ("PMAK-", 40),
    ("ATATT3", 40),
    ("sntrys_", 40),
    ("NRAK-", 20),
    ("AGE-SECRET-KEY-1", 40),
];

/// Ends of names whose values are secrets, in small letters with `_` for `-`.
const NAMES: [&str; 25] = [
    "password",
    "passwd",
    "passphrase",
    "_pass",
    "_pwd",
    "secret",
    "token",
    "apikey",
    "api_key",
    "accesskey",
    "access_key",
    "accountkey",
    "account_key",
    "secretkey",
    "secret_key",
    "secret_key_base",
    "privatekey",
    "private_key",
    "signing_key",
    "encryption_key",
    "master_key",
    "auth_key",
    "app_key",
    "authorization",
    "cookie",
];

/// Names that are secrets' only as a whole: npm's `_auth`, `pass:…` of openssl-passphrase-options(1), `sig=` of Azure.
const WHOLE_NAMES: [&str; 3] = ["_auth", "pass", "sig"];

/// Ends of the names of headers, of whose value only the scheme is no secret (RFC 9110, 11.6.2; RFC 6265).
const HEADERS: [&str; 2] = ["authorization", "cookie"];

/// Words of an `Authorization` header that come before the secret (RFC 7617, RFC 6750; `token` is GitHub's).
const SCHEMES: [&str; 3] = ["basic", "bearer", "token"];

/// Addresses that whoever knows them may post to, up to the part that is the secret.
const WEBHOOKS: [&str; 6] = [
    "hooks.slack.com/services/",
    "hooks.slack.com/workflows/",
    "hooks.zapier.com/hooks/catch/",
    "discord.com/api/webhooks/",
    "discordapp.com/api/webhooks/",
    "api.telegram.org/bot",
];

/// Options after which `USER:PASSWORD` stands (curl(1), wget(1)).
const USERS: [&str; 3] = ["-u", "--user", "--proxy-user"];

/// Beginnings of programs' names, each with its short option for a password and whether that may stand in the next word.
/// `login` is that of docker and its like.
const SHORT_OPTIONS: [(&str, &str, bool); 10] = [
    ("mysql", "-p", false),
    ("mariadb", "-p", false),
    ("mycli", "-p", false),
    ("sshpass", "-p", true),
    ("mongo", "-p", true),
    ("login", "-p", true),
    ("redis-cli", "-a", true),
    ("sqlcmd", "-P", true),
    ("ldap", "-w", true),
    ("7z", "-p", false),
];

/// Beginnings of values that are none: paths, and docker's `--secret id=…`.
const PATHS: [&str; 4] = ["~/", "./", "../", "id="];

/// Values that say nothing.
const NOTHING: [&str; 4] = ["true", "false", "null", "none"];

/// Whether a word is a token.
pub fn is_token(word: &str) -> bool {
    TOKENS.iter().any(|(start, least)| {
        let rest = word.strip_prefix(start).unwrap_or_default();
        // What is made by chance hardly ever has no digit; names, such as `npm_config_registry`, mostly have none.
        rest.len() >= *least
            && rest.bytes().any(|byte| byte.is_ascii_digit())
            && (start.len() > 4 || !is_of_words(rest))
    })
}

/// Whether it consists of words as people write them, such as `learn-pipeline-2024`.
fn is_of_words(text: &str) -> bool {
    text.split(['-', '_', '.']).all(|word| word.len() < 12)
}

/// Whether what is assigned to a name is a secret.
pub fn is_name(name: &str) -> bool {
    let name = plain(name);
    WHOLE_NAMES.contains(&name.as_str()) || NAMES.iter().any(|end| name.ends_with(end))
}

/// Whether a name is that of a header whose whole value is secret.
pub fn is_header(name: &str) -> bool {
    let name = plain(name);
    HEADERS.iter().any(|end| name.ends_with(end))
}

/// Whether a word comes before the secret of a header.
pub fn is_scheme(word: &str) -> bool {
    SCHEMES.iter().any(|scheme| scheme.eq_ignore_ascii_case(word))
}

/// Whether `USER:PASSWORD` stands after an option.
pub fn is_user(option: &str) -> bool {
    USERS.contains(&option)
}

/// Whether a value is no secret whatever its name.
pub fn is_harmless(value: &str) -> bool {
    NOTHING.iter().any(|nothing| nothing.eq_ignore_ascii_case(value))
        || PATHS.iter().any(|start| value.starts_with(start))
}

/// The length of an address that is not secret before the part that is.
pub fn webhook(text: &str) -> Option<usize> {
    WEBHOOKS.iter().find(|start| text.starts_with(**start)).map(|start| start.len())
}

/// The short option by which a program is given a password, and whether that may stand in the next word.
pub fn short_option(program: &str) -> Option<(&'static str, bool)> {
    let found = SHORT_OPTIONS.iter().find(|(start, ..)| program.starts_with(start));
    found.map(|(_, option, may_be_next)| (*option, *may_be_next))
}

fn plain(name: &str) -> String {
    name.trim_start_matches('-').to_ascii_lowercase().replace('-', "_")
}
