//! Text for pages and pictures: made safe, and put into the places that a page has for it.

use crate::chess::foreign::readable;

/// Text between tags or in an attribute of XML and HTML.
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

/// A page with each `{{name}}` replaced. What is filled in is not looked at again.
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
