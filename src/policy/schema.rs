//! Owns the JSON Schema of policies, for editors; the reader does not use it.
//!
//! It is of draft 7, whose words Taplo and so Even Better TOML understand (Taplo, "Developing Schemas"; beside a `$ref` they
//! ignore descriptions, which stand beside an `allOf` for that).

use super::packs;
use serde_json::{Value, json};

const SCHEMA: &str = include_str!("../../docs/policy.schema.json");

/// The schema, with the names of the packs that there are.
///
/// # Errors
/// If its text is no JSON, which a test sees to.
pub fn schema() -> Result<Value, serde_json::Error> {
    let mut schema: Value = serde_json::from_str(SCHEMA)?;
    if let Some(pack) = schema.pointer_mut("/definitions/pack") {
        *pack = json!({ "enum": packs::names() });
    }
    Ok(schema)
}
