//! Owns the zones that a judgement has needed so far; it does not know where zone files lie.

use super::{Window, Zone, judge::Zones};
use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

type ReadZone = Result<Rc<Zone>, String>;

/// Reads each zone when it is first needed, and once.
pub(super) struct Clock<'z> {
    zones: &'z dyn Zones,
    read: RefCell<BTreeMap<Option<String>, ReadZone>>,
}

impl<'z> Clock<'z> {
    /// A clock that has not read any zone yet.
    pub fn new(zones: &'z dyn Zones) -> Self {
        Clock { zones, read: RefCell::default() }
    }

    /// The zone of this name, or the machine's own.
    pub fn zone(&self, name: Option<&str>) -> ReadZone {
        let key = name.map(str::to_owned);
        self.read.borrow_mut().entry(key).or_insert_with(|| self.read_zone(name)).clone()
    }

    fn read_zone(&self, name: Option<&str>) -> ReadZone {
        // UTC needs no file, so that a policy which uses it holds on a machine without zoneinfo.
        if matches!(name, Some("UTC" | "Etc/UTC")) {
            return Ok(Rc::new(Zone::utc()));
        }
        let zone = self.zones.tzif(name).and_then(|bytes| match bytes {
            Some(bytes) => Zone::from_tzif(name.unwrap_or("local"), &bytes),
            None => Ok(Zone::utc()),
        });
        zone.map(Rc::new).map_err(|problem| match name {
            Some(name) => format!(
                "the time zone `{name}` cannot be read ({problem}): install the package tzdata, \
                 or correct the name"
            ),
            None => format!(
                "the machine's own time zone cannot be read ({problem}): repair /etc/localtime, \
                 or write `timezone = \"…\"` into the policy"
            ),
        })
    }

    /// Whether a window is open at an instant.
    pub fn is_open(&self, window: &Window, instant: i64) -> Result<bool, String> {
        let zone = self.zone(window.timezone.as_deref())?;
        Ok(window.contains(&zone.local(instant)))
    }
}
