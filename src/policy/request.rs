//! Owns how rules speak of requests: their host, method, address and body; it does not find requests.

use super::{
    Match,
    pattern::{Pattern, UNKNOWN},
    rule::matches_with_stars,
};
use crate::effects::{Piece, Value};

/// What a rule asks about a request; an absent key always holds.
#[derive(Debug, Default)]
pub(super) struct Request {
    /// `host`: globs over the host, or over host and port where they have a `:`.
    pub hosts: Option<Vec<String>>,
    /// `method`, in capitals.
    pub methods: Option<Vec<String>>,
    /// `url`
    pub urls: Option<Vec<Pattern>>,
    /// `body`
    pub bodies: Option<Vec<Pattern>>,
}

impl Request {
    /// How surely a request is meant, whatever its body.
    pub fn matches(&self, url: &Value, method: Option<&str>) -> Match {
        let address = text(url);
        let hosts = self.hosts.as_ref().map_or(Match::Must, |globs| fits_host(globs, &address));
        let methods = self.methods.as_ref().map_or(Match::Must, |methods| match method {
            Some(method) if methods.iter().any(|it| it == method) => Match::Must,
            _ => Match::No,
        });
        let urls = self.urls.as_ref().map_or(Match::Must, |urls| any(urls, &address));
        hosts.min(methods).min(urls)
    }

    /// How surely a body is meant.
    pub fn matches_body(&self, body: &Option<Value>) -> Match {
        let Some(bodies) = &self.bodies else { return Match::Must };
        body.as_ref().map_or(Match::No, |body| any(bodies, &text(body)))
    }
}

/// The most certain match of any of the patterns.
pub(super) fn any(patterns: &[Pattern], text: &str) -> Match {
    patterns.iter().map(|pattern| pattern.matches(text)).max().unwrap_or(Match::No)
}

/// A value as text that patterns look at.
pub(super) fn text(value: &Value) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Hole(_) => UNKNOWN.to_string(),
    };
    value.pieces().iter().map(piece).collect()
}

/// Whether a positive glob fits the host and no `!` glob does; only-`!` lists start from every host. A host of which
/// nothing is known fits nothing, because most addresses in scripts are variables.
fn fits_host(globs: &[String], address: &str) -> Match {
    let (host, port) = host_and_port(address);
    if host.chars().all(|it| it == UNKNOWN) {
        return Match::No;
    }
    let with_port = format!("{host}:{port}");
    let fits = |glob: &str| {
        // With more colons it is an IPv6 address.
        let against = if glob.matches(':').count() == 1 { &with_port } else { &host };
        matches_with_stars(&glob.to_ascii_lowercase(), against)
    };
    let mut positive = globs.iter().filter(|glob| !glob.starts_with('!')).peekable();
    let is_meant = positive.peek().is_none() || positive.any(|glob| fits(glob));
    let is_excepted = globs.iter().filter_map(|glob| glob.strip_prefix('!')).any(fits);
    match (is_meant, is_excepted) {
        (true, false)
            if host.contains(UNKNOWN) && globs.iter().any(|glob| glob.starts_with('!')) =>
        {
            Match::Can
        }
        (true, false) => Match::Must,
        _ => Match::No,
    }
}

/// The host in lower case, and the port as written or as usual (RFC 3986, 3.2). What stands before an `@` is no host.
fn host_and_port(address: &str) -> (String, String) {
    let (scheme, rest) = match address.split_once("://") {
        Some((scheme, rest)) => (scheme.to_ascii_lowercase(), rest),
        None => ("http".to_owned(), address),
    };
    // Browsers and curl take a backslash for a slash.
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or(rest);
    let authority = authority.rsplit('@').next().unwrap_or(authority);
    let usual = if scheme == "https" { "443" } else { "80" };
    let (host, port) = match authority.strip_prefix('[').and_then(|inner| inner.split_once(']')) {
        Some((host, after)) => (host, after.strip_prefix(':').unwrap_or(usual)),
        None => authority.split_once(':').unwrap_or((authority, usual)),
    };
    (host.trim_end_matches('.').to_ascii_lowercase(), port.to_owned())
}
