//! Owns whether a JSON value fits a JSON Schema (draft 7), as far as the schema of policies goes; any word of a schema that it
//! does not know is a failure of the test.

use serde_json::Value;

/// What of a value does not fit, each with its place.
pub fn problems(schema: &Value, value: &Value) -> Vec<String> {
    Validator { root: schema }.check(schema, value, "")
}

struct Validator<'s> {
    root: &'s Value,
}

impl Validator<'_> {
    fn check(&self, schema: &Value, value: &Value, place: &str) -> Vec<String> {
        let words = schema.as_object().unwrap().iter();
        let wrong = words.filter(|(word, asked)| !self.holds(word, asked, value, place));
        let own = wrong.map(|(word, _)| format!("{place}: {word}"));
        own.chain(self.inside(schema, value, place)).collect()
    }

    /// Whether one word of a schema holds for a value, whatever is inside of it.
    fn holds(&self, word: &str, asked: &Value, value: &Value, place: &str) -> bool {
        let number = || asked.as_i64().unwrap();
        let at_least = |length: Option<usize>| length.is_none_or(|it| it as i64 >= number());
        let fits = |schema: &Value| self.check(schema, value, place).is_empty();
        let all = || asked.as_array().unwrap();
        let fitting = || all().iter().filter(|schema| fits(schema)).count();
        match word {
            "$schema" | "title" | "description" | "examples" | "definitions" => true,
            "properties" | "additionalProperties" | "items" => true,
            "$ref" => fits(self.definition(asked)),
            "allOf" => fitting() == all().len(),
            "anyOf" => fitting() > 0,
            "oneOf" => fitting() == 1,
            "enum" => all().contains(value),
            "type" => is_of_type(value, asked),
            "pattern" => {
                let regex = regex_lite::Regex::new(asked.as_str().unwrap()).unwrap();
                value.as_str().is_none_or(|text| regex.is_match(text))
            }
            "minLength" => at_least(value.as_str().map(|text| text.chars().count())),
            "minItems" => at_least(value.as_array().map(Vec::len)),
            "minProperties" => at_least(value.as_object().map(serde_json::Map::len)),
            "minimum" => value.as_i64().is_none_or(|it| it >= number()),
            "maximum" => value.as_i64().is_none_or(|it| it <= number()),
            "required" => {
                let has = |key: &Value| value.get(key.as_str().unwrap()).is_some();
                !value.is_object() || all().iter().all(has)
            }
            other => panic!("the validator does not know `{other}`"),
        }
    }

    /// What of a list's items and an object's entries does not fit.
    fn inside(&self, schema: &Value, value: &Value, place: &str) -> Vec<String> {
        let mut problems = Vec::new();
        let items = schema.get("items").and_then(|items| Some((items, value.as_array()?)));
        if let Some((schema, items)) = items {
            let each = items.iter().enumerate();
            problems
                .extend(each.flat_map(|(at, it)| self.check(schema, it, &format!("{place}/{at}"))));
        }
        for (key, entry) in value.as_object().into_iter().flatten() {
            let place = format!("{place}/{key}");
            let own = schema.get("properties").and_then(|properties| properties.get(key));
            match own.or(schema.get("additionalProperties")) {
                None => {}
                Some(Value::Bool(false)) => problems.push(format!("{place}: additionalProperties")),
                Some(schema) => problems.extend(self.check(schema, entry, &place)),
            }
        }
        problems
    }

    fn definition(&self, reference: &Value) -> &Value {
        let place = reference.as_str().unwrap().strip_prefix('#').unwrap();
        self.root.pointer(place).unwrap()
    }
}

fn is_of_type(value: &Value, types: &Value) -> bool {
    let is = |name: &str| match name {
        "string" => value.is_string(),
        "integer" => value.is_i64(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the validator does not know the type `{other}`"),
    };
    match types {
        Value::Array(types) => types.iter().any(|name| is(name.as_str().unwrap())),
        one => is(one.as_str().unwrap()),
    }
}
