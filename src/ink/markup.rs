//! Text for HTML and SVG: escaping, and filling templates.

use crate::chess::foreign::readable;

/// Escapes text for XML and HTML, between tags or in an attribute.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in readable(text).chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

/// Replaces each `{{name}}` in a template. Inserted text is not scanned again.
pub fn filled(page: &str, values: &[(&str, &String)]) -> String {
    let mut text = String::with_capacity(
        page.len() + values.iter().map(|(_, value)| value.len()).sum::<usize>(),
    );
    let mut parts = page.split("{{");
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or(("", part));
        let value = values.iter().find(|(known, _)| *known == name);
        text.push_str(value.map_or("", |(_, value)| value.as_str()));
        text.push_str(rest);
    }
    text
}
