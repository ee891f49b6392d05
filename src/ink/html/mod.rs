//! HTML pages: what they share. Each page is one file without external resources, for light and dark themes, wide and narrow: a
//! frame, colours, a style sheet, and a script that plays moves and draws the board. The rest of a page is its own.

pub mod piece_symbols;

use super::Theme;
use super::markup::{escaped, filled};

const FRAME: &str = include_str!("frame.html");
const STYLE: &str = include_str!("common.css");
const SCRIPT: &str = include_str!("common.js");

/// A colour of a page: its `var(--name)` in style sheets, and its values in the light and the dark theme.
pub struct PageColor(pub &'static str, pub &'static str, pub &'static str);

const COLORS: &[PageColor] = &[
    PageColor("paper", "#f7f6f3", "#16181c"),
    PageColor("sheet", "#fffefb", "#1e2126"),
    PageColor("ink", "#23262b", "#e4e6ea"),
    PageColor("soft", "#656b75", "#9aa2ae"),
    PageColor("rule", "#dddad2", "#343941"),
    PageColor("accent", "#1d5fa8", "#7db4f0"),
    PageColor("light", "#e6e9ee", "#aeb9c6"),
    PageColor("dark", "#8ea2b8", "#5c7088"),
    PageColor("last", "#e8c547", "#c9a227"),
    PageColor("check", "#d64541", "#e0605b"),
];

/// Returns a colour that every page has, by name, in a theme.
pub fn color(name: &str, theme: Theme) -> &'static str {
    let named = COLORS.iter().find(|PageColor(known, ..)| *known == name);
    named.map_or("none", |PageColor(_, light, dark)| match theme {
        Theme::Dark => dark,
        Theme::Light | Theme::Mono => light,
    })
}

pub struct HtmlPage<'a> {
    pub title: &'a str,
    pub colors: &'a [PageColor],
    /// Style rules after those of every page, which they override.
    pub style: &'a str,
    /// Maximum width at which the board is above the rest instead of beside it: `60rem`.
    pub narrow: &'a str,
    /// Markup, with a `#board` and a button `#theme`.
    pub body: String,
    /// The script's variable `data`: JSON escaped for markup.
    pub data: String,
    /// Runs after `common.js`, in the same scope.
    pub script: &'a str,
}

impl HtmlPage<'_> {
    pub fn text(&self) -> String {
        filled(
            FRAME,
            &[
                ("title", &escaped(self.title)),
                ("style", &self.style_sheet()),
                ("men", &piece_symbols::symbols()),
                ("body", &self.body),
                ("data", &self.data),
                ("common", &SCRIPT.to_owned()),
                ("script", &self.script.to_owned()),
            ],
        )
    }

    fn style_sheet(&self) -> String {
        let colors = || COLORS.iter().chain(self.colors);
        let light = colors().map(|PageColor(name, light, _)| format!("--{name}: {light};"));
        let dark = colors().map(|PageColor(name, _, dark)| format!("--{name}: {dark};"));
        filled(
            STYLE,
            &[
                ("light", &light.collect::<Vec<_>>().join(" ")),
                ("dark", &dark.collect::<Vec<_>>().join(" ")),
                ("own", &self.style.to_owned()),
                ("narrow", &self.narrow.to_owned()),
            ],
        )
    }
}
