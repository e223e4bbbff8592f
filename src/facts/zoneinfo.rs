//! Owns finding the system's time zone files; it does not read what they say.
//!
//! `TZ` and `TZDIR` are not looked at: a repository's settings could set them and so move a release window.

use super::Facts;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Where systems keep zone files (tzfile(5); NixOS; Android is not among our systems).
const FOLDERS: [&str; 4] =
    ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo"];

/// The list of zones that comes with their files, by country (tz database, "zone.tab").
const LIST: &str = "zone.tab";

/// The largest zone file that is read, in bytes; real ones are below 4 KiB.
const MAXIMUM_BYTES: u64 = 256 * 1024;

impl Facts {
    /// The bytes of a zone's file, or of the machine's own zone; `None` if the machine has none, which means UTC
    /// (localtime(5)). The name must have been checked to be one.
    ///
    /// # Errors
    /// If the file is not there or cannot be read.
    pub fn zone_file(&self, name: Option<&str>) -> Result<Option<Vec<u8>>, String> {
        let Some(name) = name else {
            // A link that leads nowhere does name a zone.
            let own = Path::new("/etc/localtime");
            return match own.symlink_metadata() {
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                _ => read(own).map(Some).ok_or_else(|| "/etc/localtime leads nowhere".to_owned()),
            };
        };
        let found = FOLDERS.iter().find_map(|folder| read(&Path::new(folder).join(name)));
        found.map(Some).ok_or_else(|| "there is no such file below /usr/share/zoneinfo".to_owned())
    }

    /// The names of zones that the system lists; not all that it has files for.
    pub fn zone_names(&self) -> Vec<String> {
        let list = FOLDERS.iter().find_map(|folder| read(&Path::new(folder).join(LIST)));
        let list = String::from_utf8(list.unwrap_or_default()).unwrap_or_default();
        let lines = list.lines().filter(|line| !line.starts_with('#'));
        let names = lines.filter_map(|line| line.split('\t').nth(2));
        names.chain(["UTC"]).map(str::to_owned).collect()
    }
}

fn read(path: &Path) -> Option<Vec<u8>> {
    let file = File::open(path).ok()?;
    file.metadata().ok().filter(|metadata| metadata.is_file())?;
    let mut bytes = Vec::new();
    file.take(MAXIMUM_BYTES).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
