//! Owns the words for what feeds a program, on standard input or as its script; it does not find that out.

/// Where what a program runs comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feed {
    /// From the network.
    Download,
    /// From text that was not readable as it stood: base64, a hex dump, an encrypted file.
    Decoded,
    /// From another program's output.
    Pipe,
    /// From a file.
    File,
}

impl Feed {
    /// Every feed, in the order of the documentation.
    pub const ALL: [Feed; 4] = [Feed::Download, Feed::Decoded, Feed::Pipe, Feed::File];

    /// The word for it in policies and in output.
    pub fn name(self) -> &'static str {
        match self {
            Feed::Download => "download",
            Feed::Decoded => "decoded",
            Feed::Pipe => "pipe",
            Feed::File => "file",
        }
    }
}

/// A set of feeds: a download may be decoded, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Feeds {
    bits: u8,
}

impl Feeds {
    /// Nothing that the call says.
    pub const NONE: Feeds = Feeds { bits: 0 };

    /// These and another one.
    #[must_use]
    pub fn with(self, feed: Feed) -> Feeds {
        Feeds { bits: self.bits | 1 << feed as u8 }
    }

    /// These and those.
    #[must_use]
    pub fn and(self, other: Feeds) -> Feeds {
        Feeds { bits: self.bits | other.bits }
    }

    /// These without another one.
    #[must_use]
    pub fn without(self, feed: Feed) -> Feeds {
        Feeds { bits: self.bits & !(1 << feed as u8) }
    }

    /// Whether this one is among them.
    pub fn has(self, feed: Feed) -> bool {
        self.bits & 1 << feed as u8 != 0
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self == Feeds::NONE
    }

    /// Each of them, in the order of the documentation.
    pub fn iter(self) -> impl Iterator<Item = Feed> {
        Feed::ALL.into_iter().filter(move |feed| self.has(*feed))
    }
}
