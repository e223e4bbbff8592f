//! Owns the files that gpg and openssl are given; it does not know keys.
//!
//! Sources: gpg(1) 2.2, openssl(1) 3.0 and the pages of its commands.

use super::Started;
use super::entry::{Entry, Operands, Use, WORDS};
use super::files::Files;
use crate::effects::Access;
use crate::effects::options::Style;
use crate::effects::scope::Scope;
use crate::effects::walk::Walk;

/// The family.
pub const ENTRIES: &[Entry] = &[
    Entry {
        names: &["gpg", "gpg2"],
        style: Style::new(
            "orRuzN",
            &[
                "output",
                "recipient",
                "hidden-recipient",
                "local-user",
                "default-key",
                "encrypt-to",
                "homedir",
                "passphrase",
                "passphrase-file",
                "passphrase-fd",
                "pinentry-mode",
                "keyserver",
                "keyring",
                "primary-keyring",
                "secret-keyring",
                "options",
                "log-file",
                "status-fd",
                "status-file",
                "command-fd",
                "command-file",
                "logger-fd",
                "trust-model",
                "tofu-policy",
                "auto-key-locate",
                "group",
                "cipher-algo",
                "digest-algo",
                "compress-algo",
                "set-filename",
                "batch-size",
            ],
        )
        .flags(&[
            "export",
            "export-secret-keys",
            "list-keys",
            "armor",
            "decrypt",
            "encrypt",
            "symmetric",
        ]),
        options: &[
            (&["-o", "--output", "--log-file", "--status-file"], Use::Writes),
            (&["--passphrase-file", "--options", "--command-file"], Use::Reads),
        ],
        operands: Operands::Own(gpg),
        ..WORDS
    },
    Entry {
        names: &["openssl"],
        whole_words: Some(&[
            "-in",
            "-out",
            "-inkey",
            "-key",
            "-keyout",
            "-pass",
            "-passin",
            "-passout",
            "-kfile",
            "-K",
            "-k",
            "-iv",
            "-S",
            "-md",
            "-iter",
            "-config",
            "-subj",
            "-days",
            "-newkey",
            "-CA",
            "-CAkey",
            "-CAfile",
            "-CApath",
            "-cert",
            "-certfile",
            "-connect",
            "-servername",
            "-inform",
            "-outform",
            "-sign",
            "-verify",
            "-prverify",
            "-signature",
            "-rand",
            "-writerand",
            "-name",
            "-extfile",
            "-addext",
            "-algorithm",
            "-pkeyopt",
            "-bits",
            "-engine",
            "-set_serial",
            "-extensions",
            "-signkey",
            "-hmac",
            "-mac",
            "-macopt",
            "-sigopt",
            "-untrusted",
            "-content",
        ]),
        options: &[
            (
                &[
                    "-in",
                    "-inkey",
                    "-key",
                    "-kfile",
                    "-config",
                    "-CA",
                    "-CAkey",
                    "-CAfile",
                    "-cert",
                    "-certfile",
                    "-sign",
                    "-verify",
                    "-prverify",
                    "-signature",
                    "-extfile",
                    "-signkey",
                    "-untrusted",
                    "-content",
                ],
                Use::Reads,
            ),
            (&["-out", "-keyout", "-writerand"], Use::Writes),
        ],
        operands: Operands::Own(openssl),
        ..WORDS
    },
];

/// `gpg FILE`, `gpg -d FILE`, `gpg -c FILE` read files; the commands about keys take names.
fn gpg(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    const ABOUT_KEYS: &[&str] = &[
        "--list-keys",
        "-k",
        "--list-secret-keys",
        "-K",
        "--export",
        "--export-secret-keys",
        "--delete-keys",
        "--delete-secret-keys",
        "--recv-keys",
        "--receive-keys",
        "--send-keys",
        "--search-keys",
        "--edit-key",
        "--fingerprint",
        "--quick-generate-key",
        "--generate-key",
        "--full-generate-key",
        "--refresh-keys",
        "--sign-key",
        "--lsign-key",
    ];
    let mut files = Files::new(walk, started, scope);
    if !files.has(ABOUT_KEYS) {
        files.all(Access::Read, files.operands(), false);
    }
}

/// `openssl dgst FILES` and `openssl sha256 FILES` read operands; other commands name files by options.
fn openssl(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let Some((command, named)) = files.operands().split_first() else { return };
    let command = command.literal().unwrap_or_default();
    if command == "dgst" || command.starts_with("sha") || command.starts_with("md") {
        files.all(Access::Read, named, false);
    }
}
