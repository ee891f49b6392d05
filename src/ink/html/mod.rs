//! Pages for a browser: what they share. Each is one file that asks for nothing, on light ground and on dark, wide and narrow: a
//! frame, colours, a style sheet, and a script that plays moves and draws the board. What a page shows beside the board is its
//! own.

pub mod piece_symbols;

use super::Theme;
use super::markup::{escaped, filled};

const FRAME: &str = include_str!("frame.html");
const STYLE: &str = include_str!("common.css");
const SCRIPT: &str = include_str!("common.js");

/// A colour of a page, `var(--name)` in its style sheets: on light ground and on dark.
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

/// Returns the colour of this name that every page has, as pages show it in a theme.
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
    /// Rules behind those that every page has, and stronger.
    pub style: &'a str,
    /// The width from which on the board stands above the rest instead of beside it: `60rem`.
    pub narrow: &'a str,
    /// Markup, with a `#board` and a button `#theme`.
    pub body: String,
    /// What the script finds as `data`: JSON that is safe within markup.
    pub data: String,
    /// Run behind `common.js`, in the same scope.
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
