//! Owns the table of cmdlets: names, aliases, parameters; it does not follow what they do.
//!
//! Source: the reference pages of the modules Microsoft.PowerShell.Core, .Management, .Utility and .Archive, and
//! "about_Aliases".

use super::super::{Follow, nothing};
use super::{archives, files, network, runs};

/// A cmdlet.
pub struct Cmdlet {
    /// Its full name.
    pub name: &'static str,
    /// Its aliases, in small letters.
    pub aliases: &'static [&'static str],
    /// Parameters that take a value, between blanks; other names of one stand after `|`.
    pub values: &'static str,
    /// Parameters without a value.
    pub switches: &'static str,
    /// The parameters that arguments without a name are for, in order; the one with `+` takes more than one.
    pub positions: &'static str,
    /// Follows what it does.
    pub follow: Follow,
}

const CMDLET: Cmdlet = Cmdlet {
    name: "",
    aliases: &[],
    values: "",
    switches: "",
    positions: "Path+",
    follow: nothing,
};

const CMDLETS: &[Cmdlet] = &[
    Cmdlet {
        name: "Get-Content",
        aliases: &["gc", "cat", "type"],
        values: "Path LiteralPath|PSPath|LP TotalCount|First|Head Tail|Last ReadCount Delimiter \
            Encoding Filter Include Exclude Stream Credential",
        switches: "Raw Wait Force AsByteStream",
        follow: files::read,
        ..CMDLET
    },
    Cmdlet {
        name: "Select-String",
        aliases: &["sls"],
        values: "Path LiteralPath|PSPath|LP Pattern Context Encoding Include Exclude Culture \
            InputObject",
        switches: "SimpleMatch CaseSensitive Quiet List NotMatch AllMatches Raw NoEmphasis",
        positions: "Pattern Path+",
        follow: files::read_named,
    },
    Cmdlet {
        name: "Import-Csv",
        aliases: &["ipcsv"],
        values: "Path LiteralPath|PSPath|LP Delimiter Header Encoding",
        switches: "UseCulture",
        follow: files::read,
        ..CMDLET
    },
    Cmdlet { name: "Import-Clixml", values: FILE, follow: files::read, ..CMDLET },
    Cmdlet { name: "Import-PowerShellDataFile", values: FILE, follow: files::read, ..CMDLET },
    Cmdlet {
        name: "Get-FileHash",
        values: "Path LiteralPath|PSPath|LP Algorithm InputStream",
        follow: files::read,
        ..CMDLET
    },
    Cmdlet {
        name: "Format-Hex",
        aliases: &["fhx"],
        values: "Path LiteralPath|PSPath|LP Count Offset Encoding InputObject",
        follow: files::read_named,
        ..CMDLET
    },
    Cmdlet {
        name: "Set-Content",
        aliases: &["sc"],
        values: CONTENT,
        switches: "PassThru Force NoNewline AsByteStream",
        positions: "Path+ Value",
        follow: files::write,
    },
    Cmdlet {
        name: "Add-Content",
        aliases: &["ac"],
        values: CONTENT,
        switches: "PassThru Force NoNewline AsByteStream",
        positions: "Path+ Value",
        follow: files::write,
    },
    Cmdlet {
        name: "Clear-Content",
        aliases: &["clc"],
        values: CONTENT,
        switches: "Force",
        follow: files::write,
        ..CMDLET
    },
    Cmdlet {
        name: "Out-File",
        values: "Path|FilePath LiteralPath|PSPath|LP Encoding InputObject Width",
        switches: "Append Force NoClobber|NoOverwrite NoNewline",
        positions: "Path Encoding",
        follow: files::write,
        ..CMDLET
    },
    Cmdlet {
        name: "Tee-Object",
        aliases: &["tee"],
        values: "Path|FilePath LiteralPath|PSPath|LP InputObject Variable Encoding",
        switches: "Append",
        positions: "Path",
        follow: files::write,
    },
    Cmdlet {
        name: "Export-Csv",
        aliases: &["epcsv"],
        values: "Path LiteralPath|PSPath|LP Delimiter Encoding InputObject UseQuotes QuoteFields",
        switches: "Append Force NoClobber NoTypeInformation|NTI UseCulture",
        follow: files::write,
        ..CMDLET
    },
    Cmdlet {
        name: "Export-Clixml",
        values: "Path LiteralPath|PSPath|LP Depth InputObject Encoding",
        switches: "Force NoClobber",
        follow: files::write,
        ..CMDLET
    },
    Cmdlet {
        name: "Start-Transcript",
        values: "Path LiteralPath|PSPath|LP OutputDirectory",
        switches: "Append Force NoClobber",
        follow: files::write,
        ..CMDLET
    },
    Cmdlet {
        name: "Set-Acl",
        values: "Path LiteralPath|PSPath|LP AclObject Filter Include Exclude",
        switches: "Passthru",
        positions: "Path AclObject",
        follow: files::write,
        ..CMDLET
    },
    Cmdlet {
        name: "Set-ItemProperty",
        aliases: &["sp"],
        values: "Path LiteralPath|PSPath|LP Name Value InputObject Type",
        switches: "PassThru Force",
        positions: "Path Name Value",
        follow: files::write,
    },
    Cmdlet {
        name: "Remove-Item",
        aliases: &["ri", "rm", "rmdir", "del", "erase", "rd"],
        values: SELECTED,
        switches: "Recurse Force",
        follow: files::remove,
        ..CMDLET
    },
    Cmdlet {
        name: "Copy-Item",
        aliases: &["copy", "cp", "cpi"],
        values: TO,
        switches: "Recurse Force Container PassThru",
        positions: "Path+ Destination",
        follow: files::copy,
    },
    Cmdlet {
        name: "Move-Item",
        aliases: &["move", "mv", "mi"],
        values: TO,
        switches: "Force PassThru",
        positions: "Path+ Destination",
        follow: files::rename,
    },
    Cmdlet {
        name: "Rename-Item",
        aliases: &["ren", "rni"],
        values: "Path LiteralPath|PSPath|LP NewName Credential",
        switches: "Force PassThru",
        positions: "Path NewName",
        follow: files::rename_here,
    },
    Cmdlet {
        name: "New-Item",
        aliases: &["ni", "mkdir", "md"],
        values: "Path Name ItemType|Type Value|Target Credential",
        switches: "Force",
        follow: files::create,
        ..CMDLET
    },
    Cmdlet {
        name: "Get-ChildItem",
        aliases: &["gci", "dir", "ls"],
        values: "Path LiteralPath|PSPath|LP Filter Include Exclude Depth Attributes",
        switches: "Recurse|s Force Name Directory|ad|d File|af Hidden|ah|h ReadOnly|ar System|as \
            FollowSymlink",
        positions: "Path+ Filter",
        ..CMDLET
    },
    Cmdlet { name: "Get-Item", aliases: &["gi"], values: SELECTED, switches: "Force", ..CMDLET },
    Cmdlet { name: "Test-Path", values: SELECTED, switches: "IsValid", ..CMDLET },
    Cmdlet {
        name: "Resolve-Path",
        aliases: &["rvpa"],
        values: FILE,
        switches: "Relative Force",
        ..CMDLET
    },
    Cmdlet { name: "Convert-Path", aliases: &["cvpa"], values: FILE, ..CMDLET },
    Cmdlet {
        name: "Join-Path",
        values: "Path ChildPath AdditionalChildPath Credential",
        switches: "Resolve",
        positions: "Path ChildPath+",
        ..CMDLET
    },
    Cmdlet { name: "Get-Location", aliases: &["gl", "pwd"], positions: "", ..CMDLET },
    Cmdlet {
        name: "Set-Location",
        aliases: &["cd", "chdir", "sl"],
        values: "Path LiteralPath|PSPath|LP StackName",
        switches: "PassThru",
        follow: runs::go,
        ..CMDLET
    },
    Cmdlet {
        name: "Push-Location",
        aliases: &["pushd"],
        values: "Path LiteralPath|PSPath|LP StackName",
        switches: "PassThru",
        follow: runs::go,
        ..CMDLET
    },
    Cmdlet { name: "Pop-Location", aliases: &["popd"], follow: runs::go_back, ..CMDLET },
    Cmdlet {
        name: "Write-Output",
        aliases: &["write", "echo"],
        values: "InputObject",
        switches: "NoEnumerate",
        positions: "InputObject+",
        ..CMDLET
    },
    Cmdlet {
        name: "Write-Host",
        values: "Object ForegroundColor BackgroundColor Separator",
        switches: "NoNewline",
        positions: "Object+",
        ..CMDLET
    },
    Cmdlet {
        name: "ForEach-Object",
        aliases: &["foreach", "%"],
        values: "Process Begin End MemberName ArgumentList|Args InputObject Parallel ThrottleLimit",
        positions: "Process+",
        ..CMDLET
    },
    Cmdlet {
        name: "Where-Object",
        aliases: &["where", "?"],
        values: "FilterScript Property Value InputObject",
        positions: "FilterScript+",
        ..CMDLET
    },
    Cmdlet {
        name: "Invoke-WebRequest",
        aliases: &["iwr", "curl", "wget"],
        values: REQUEST,
        switches: REQUEST_SWITCHES,
        positions: "Uri",
        follow: network::request,
    },
    Cmdlet {
        name: "Invoke-RestMethod",
        aliases: &["irm"],
        values: REQUEST,
        switches: REQUEST_SWITCHES,
        positions: "Uri",
        follow: network::request,
    },
    Cmdlet {
        name: "Invoke-Sqlcmd",
        values: "Query|Q InputFile ServerInstance Database Username Password Variable OutputAs \
            QueryTimeout ConnectionString Credential",
        positions: "Query",
        follow: network::statement,
        ..CMDLET
    },
    Cmdlet {
        name: "Start-BitsTransfer",
        values: "Source Destination Description DisplayName Priority TransferType Credential",
        switches: "Asynchronous Dynamic",
        positions: "Source Destination",
        follow: network::transfer,
        ..CMDLET
    },
    Cmdlet {
        name: "Invoke-Expression",
        aliases: &["iex"],
        values: "Command",
        positions: "Command",
        follow: runs::expression,
        ..CMDLET
    },
    Cmdlet {
        name: "Invoke-Command",
        aliases: &["icm"],
        values: "ComputerName|Cn HostName Session ScriptBlock|Command FilePath|PSPath \
            ArgumentList|Args Credential InputObject JobName Port UserName KeyFilePath",
        switches: "AsJob NoNewScope HideComputerName UseSSL SSHTransport",
        positions: "ScriptBlock",
        follow: runs::script_file,
    },
    Cmdlet {
        name: "Start-Job",
        aliases: &["sajb"],
        values: "ScriptBlock|Command FilePath|PSPath ArgumentList|Args Name Credential \
            InitializationScript InputObject WorkingDirectory",
        positions: "ScriptBlock",
        follow: runs::script_file,
        ..CMDLET
    },
    Cmdlet {
        name: "Start-Process",
        aliases: &["saps", "start"],
        values: "FilePath|PSPath|Path ArgumentList|Args Credential WorkingDirectory \
            RedirectStandardOutput|RSO RedirectStandardError|RSE RedirectStandardInput|RSI Verb \
            WindowStyle Environment",
        switches: "NoNewWindow|nnw PassThru Wait LoadUserProfile|Lup UseNewEnvironment",
        positions: "FilePath ArgumentList+",
        follow: runs::process,
    },
    Cmdlet {
        name: "Get-Process",
        aliases: &["gps", "ps"],
        values: "Name|ProcessName Id|PID InputObject",
        switches: "IncludeUserName Module FileVersionInfo",
        positions: "Name+",
        ..CMDLET
    },
    Cmdlet {
        name: "Stop-Process",
        aliases: &["spps", "kill"],
        values: "Id Name|ProcessName InputObject",
        switches: "Force PassThru",
        positions: "Id+",
        follow: runs::stop,
    },
    Cmdlet {
        name: "Set-Alias",
        aliases: &["sal", "nal", "new-alias"],
        values: "Name Value Description Option Scope",
        switches: "Force PassThru",
        positions: "Name Value",
        follow: runs::alias,
    },
    Cmdlet {
        name: "Set-Variable",
        aliases: &["sv", "set", "nv", "new-variable"],
        values: "Name Value Include Exclude Description Option Scope Visibility",
        switches: "Force PassThru",
        positions: "Name Value",
        follow: runs::variable,
    },
    Cmdlet {
        name: "Compress-Archive",
        values: "Path LiteralPath|PSPath|LP DestinationPath CompressionLevel",
        switches: "Update Force PassThru",
        positions: "Path+ DestinationPath",
        follow: archives::compress,
        ..CMDLET
    },
    Cmdlet {
        name: "Expand-Archive",
        values: "Path LiteralPath|PSPath|LP DestinationPath",
        switches: "Force PassThru",
        positions: "Path DestinationPath",
        follow: archives::expand,
        ..CMDLET
    },
];

const FILE: &str = "Path LiteralPath|PSPath|LP Credential";

const SELECTED: &str = "Path LiteralPath|PSPath|LP Filter Include Exclude Credential Stream PathType \
    InputObject";

const CONTENT: &str =
    "Path LiteralPath|PSPath|LP Value Filter Include Exclude Encoding Stream Credential";

const TO: &str = "Path LiteralPath|PSPath|LP Destination Filter Include Exclude Credential FromSession \
    ToSession";

const REQUEST: &str = "Uri OutFile Method CustomMethod Body InFile Headers ContentType UserAgent TimeoutSec \
    WebSession SessionVariable Credential Certificate CertificateThumbprint Proxy \
    ProxyCredential MaximumRedirection MaximumRetryCount RetryIntervalSec Token \
    Authentication TransferEncoding Form SslProtocol HttpVersion StatusCodeVariable \
    ResponseHeadersVariable";

const REQUEST_SWITCHES: &str = "UseBasicParsing UseDefaultCredentials DisableKeepAlive PassThru Resume \
    SkipCertificateCheck SkipHeaderValidation SkipHttpErrorCheck NoProxy \
    ProxyUseDefaultCredentials AllowUnencryptedAuthentication \
    PreserveAuthorizationOnRedirect";

/// The cmdlet of this name or alias, which is in small letters.
pub fn cmdlet(name: &str) -> Option<&'static Cmdlet> {
    CMDLETS.iter().find(|it| it.name.eq_ignore_ascii_case(name) || it.aliases.contains(&name))
}
