//! The part of JSON Schema that the schema of space chess uses. An unknown keyword panics.

use serde_json::Value;

/// A whole schema.
pub(crate) struct Schema(Value);

impl Schema {
    pub(crate) fn read(text: &str) -> Self {
        Self(serde_json::from_str(text).unwrap())
    }

    pub(crate) fn fits(&self, value: &Value) -> bool {
        self.part_fits(&self.0, value)
    }

    /// Whether a value conforms to this part of the schema.
    fn part_fits(&self, part: &Value, value: &Value) -> bool {
        let mut keywords = part.as_object().unwrap().iter();
        keywords.all(|(keyword, wanted)| self.keyword_fits(keyword, wanted, part, value))
    }

    fn keyword_fits(&self, keyword: &str, wanted: &Value, part: &Value, value: &Value) -> bool {
        let fields = || value.as_object().into_iter().flatten();
        match keyword {
            "$schema" | "title" | "definitions" => true,
            "$ref" => {
                let pointer = wanted.as_str().unwrap().strip_prefix('#').unwrap();
                self.part_fits(self.0.pointer(pointer).unwrap(), value)
            }
            "oneOf" => {
                let parts = wanted.as_array().unwrap().iter();
                parts.filter(|part| self.part_fits(part, value)).count() == 1
            }
            "type" => match wanted.as_str() {
                Some("object") => value.is_object(),
                Some("string") => value.is_string(),
                _ => panic!("unknown type {wanted}"),
            },
            "const" => wanted == value,
            "enum" => wanted.as_array().unwrap().contains(value),
            "pattern" => {
                assert_eq!(wanted, "^[A-E][a-e][1-5]$");
                value.as_str().is_none_or(is_cell)
            }
            "required" => {
                let mut names = wanted.as_array().unwrap().iter();
                names.all(|name| value.get(name.as_str().unwrap()).is_some())
            }
            "properties" => fields().all(|(name, field)| {
                wanted
                    .get(name)
                    .is_none_or(|part| self.part_fits(part, field))
            }),
            "additionalProperties" => {
                assert_eq!(wanted, false);
                fields().all(|(name, _)| part["properties"].get(name).is_some())
            }
            _ => panic!("unknown keyword {keyword}"),
        }
    }
}

fn is_cell(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'E', b'a'..=b'e', b'1'..=b'5'])
}
