//! Owns the names of files that searching tools mean by a type; it does not know the tools.
//!
//! Source: `rg --type-list`, ripgrep 14, the types of source code and text that are asked for most.

/// The patterns of a type; none for one that is not listed, which may be any file.
pub fn endings(kind: &str) -> &'static [&'static str] {
    match kind {
        "py" | "python" => &["*.py", "*.pyi"],
        "js" => &["*.js", "*.jsx", "*.mjs", "*.cjs", "*.vue"],
        "ts" | "typescript" => &["*.ts", "*.tsx", "*.mts", "*.cts"],
        "rust" | "rs" => &["*.rs"],
        "go" => &["*.go"],
        "java" => &["*.java", "*.jsp", "*.properties"],
        "kotlin" => &["*.kt", "*.kts"],
        "swift" => &["*.swift"],
        "c" => &["*.c", "*.h", "*.H", "*.cats"],
        "cpp" => &["*.cpp", "*.cc", "*.cxx", "*.hpp", "*.hh", "*.hxx", "*.h", "*.inl"],
        "cs" | "csharp" => &["*.cs"],
        "ruby" | "rb" => &["*.rb", "*.gemspec", "Gemfile", "Rakefile", "config.ru"],
        "php" => &["*.php", "*.phtml"],
        "elixir" => &["*.ex", "*.exs", "*.eex", "*.heex"],
        "html" => &["*.html", "*.htm", "*.ejs"],
        "css" => &["*.css", "*.scss"],
        "md" | "markdown" => &["*.md", "*.mdx", "*.markdown", "*.mdwn", "*.mkd"],
        "json" => &["*.json", "*.sarif", "composer.lock"],
        "yaml" => &["*.yaml", "*.yml"],
        "toml" => &["*.toml", "Cargo.lock"],
        "xml" => &["*.xml", "*.xsd", "*.xsl", "*.svg"],
        "sql" => &["*.sql", "*.psql"],
        "proto" => &["*.proto"],
        "tf" | "terraform" => &["*.tf", "*.tfvars", "*.auto.tfvars"],
        "txt" => &["*.txt"],
        _ => &[],
    }
}
