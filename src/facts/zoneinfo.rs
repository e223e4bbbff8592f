//! Owns finding the system's time zone files; it does not read what they say.
//!
//! `TZ` and `TZDIR` are not looked at: a repository's settings could set them and so move a release window.

use super::Facts;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Where systems keep zone files (tzfile(5); NixOS; Android is not among our systems).
const FOLDERS: [&str; 4] =
    ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo"];

/// The largest zone file that is read, in bytes; real ones are below 4 KiB.
const MAXIMUM_BYTES: u64 = 256 * 1024;

impl Facts {
    /// The bytes of a zone's file, or of the machine's own zone. The name must have been checked to be one.
    ///
    /// # Errors
    /// If there is no such file; the message says what to install.
    pub fn zone_file(&self, name: Option<&str>) -> Result<Vec<u8>, String> {
        let Some(name) = name else {
            return read(Path::new("/etc/localtime")).ok_or_else(|| {
                "The machine's own time zone (/etc/localtime) cannot be read. Set `timezone` in the policy.".to_owned()
            });
        };
        FOLDERS.iter().find_map(|folder| read(&Path::new(folder).join(name))).ok_or_else(|| {
            format!(
                "The rules of time zone {name} are not on this machine. Install the package tzdata."
            )
        })
    }
}

fn read(path: &Path) -> Option<Vec<u8>> {
    let file = File::open(path).ok()?;
    file.metadata().ok().filter(|metadata| metadata.is_file())?;
    let mut bytes = Vec::new();
    file.take(MAXIMUM_BYTES).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
