//! Owns home directories from the system's user file; it does not ask other name services.
//!
//! A static binary must not load name-service modules (`getpwnam` would), so only `/etc/passwd` is read.

use std::fs::File;
use std::io::Read;

/// More than any real `/etc/passwd` that matters here.
const MAXIMUM_BYTES: u64 = 1024 * 1024;

/// The home directory of the user this process runs as.
pub fn own_home() -> Option<String> {
    let own = nix::unistd::geteuid().to_string();
    home_where(|_, id| id == own)
}

/// The home directory of a user by name.
pub fn home_of(user: &str) -> Option<String> {
    home_where(|name, _| name == user)
}

/// The home in the first line `name:password:id:group:comment:home:shell` (passwd(5)) whose name and id fit.
fn home_where(fits: impl Fn(&str, &str) -> bool) -> Option<String> {
    let mut text = String::new();
    File::open("/etc/passwd").ok()?.take(MAXIMUM_BYTES).read_to_string(&mut text).ok()?;
    text.lines().find_map(|line| {
        let mut fields = line.split(':');
        let (name, id) = (fields.next()?, fields.nth(1)?);
        let home = fields.nth(2)?;
        (fits(name, id) && home.starts_with('/')).then(|| home.to_owned())
    })
}
