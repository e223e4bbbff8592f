//! Owns the files that gpg, openssl and their like are given; it does not know keys.
//!
//! Sources: gpg(1) 2.2, openssl(1) 3.0 and the pages of its commands, age(1), the documentation of sops and ansible-vault.

use super::entry::{Entry, Operands, Use, WORDS};
use super::files::Files;
use super::{Started, toolchains};
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
    Entry {
        names: &["sops"],
        style: Style::new(
            "kpa",
            &[
                "output",
                "kms",
                "pgp",
                "age",
                "input-type",
                "output-type",
                "config",
                "extract",
                "set",
                "encrypted-regex",
            ],
        ),
        options: &[(&["--output"], Use::Writes)],
        operands: Operands::Own(sops),
        ..WORDS
    },
    Entry {
        names: &["ansible-vault"],
        style: Style::new(
            "e",
            &["output", "vault-password-file", "vault-id", "encrypt-vault-id", "new-vault-id"],
        ),
        options: &[
            (&["--output"], Use::Writes),
            (&["--vault-password-file", "--vault-pass-file"], Use::Reads),
        ],
        operands: Operands::Own(ansible_vault),
        ..WORDS
    },
    Entry {
        names: &["age", "rage"],
        style: Style::new("oirR", &["output", "identity", "recipient", "recipients-file"]),
        options: &[
            (&["-o", "--output"], Use::Writes),
            (&["-i", "--identity", "-R", "--recipients-file"], Use::Reads),
        ],
        operands: Operands::Files(Access::Read),
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

/// `sops FILE` edits; `-d` and `-e` read, and `-i` writes what they make.
fn sops(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    toolchains::launched(walk, started, scope);
    let mut files = Files::new(walk, started, scope);
    let commands = [
        "decrypt",
        "encrypt",
        "edit",
        "rotate",
        "set",
        "unset",
        "filestatus",
        "updatekeys",
        "exec-env",
        "exec-file",
    ];
    let (command, named) = match files.operands().split_first() {
        Some((first, rest)) if first.literal().is_some_and(|it| commands.contains(&it)) => {
            (first.literal().unwrap_or_default(), rest)
        }
        _ => ("", files.operands()),
    };
    let named = named.get(..1).unwrap_or_default();
    files.all(Access::Read, named, false);
    let shows = files.has(&["-d", "--decrypt", "-e", "--encrypt"])
        || ["decrypt", "encrypt", "filestatus", "exec-env", "exec-file"].contains(&command);
    if files.has(&["-i", "--in-place"]) || !shows {
        files.all(Access::Write, named, false);
    }
}

/// `ansible-vault encrypt FILES` changes them, unless `--output` says where else.
fn ansible_vault(walk: &mut Walk, started: &Started, scope: &mut Scope) {
    let mut files = Files::new(walk, started, scope);
    let Some((command, named)) = files.operands().split_first() else { return };
    files.all(Access::Read, named, false);
    let changes =
        matches!(command.literal(), Some("encrypt" | "decrypt" | "edit" | "rekey" | "create"));
    if changes && !files.has(&["--output"]) {
        files.all(Access::Write, named, false);
    }
}
