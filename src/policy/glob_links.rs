//! Owns where the links lead that a glob in a command stands for; it does not hold globs of policies against that.

use super::glob::BOUND;
use super::path::Path;
use super::target::Target;
use super::trees::Trees;
use crate::effects::Access;
use std::borrow::Cow;

impl Target<'_> {
    /// What it is done to behind links: `cat docs/*` reads what a link in `docs` leads to, `cat */x` what lies below it. Each
    /// is one target, as spelt and as resolved.
    pub fn behind_links(&self, trees: &dyn Trees) -> Vec<Target<'_>> {
        let behind = |path| links_of(path, self.access, trees);
        let found = self.paths.iter().flat_map(behind);
        found.map(|paths| self.at(paths.into())).collect()
    }

    /// The same done to other paths.
    fn at<'p>(&'p self, paths: Vec<Path<'p>>) -> Target<'p> {
        Target { paths, further: Vec::new(), sieve: Cow::Borrowed(&self.sieve), ..*self }
    }
}

/// The paths through links that a path with globs stands for, as spelt and as resolved.
fn links_of(path: &Path, access: Access, trees: &dyn Trees) -> Vec<[Path<'static>; 2]> {
    let Some((directory, depth)) = path.directory().zip(path.depth()) else { return Vec::new() };
    let listing = trees.below(if directory.is_empty() { "/" } else { directory }, BOUND);
    // What is removed is the link itself.
    let is_followed =
        |link: &&String| access != Access::Delete || link.matches('/').count() < depth;
    let links = listing.links.iter().filter(is_followed);
    links.filter_map(|link| path.below(link, |path| trees.followed(path))).collect()
}
