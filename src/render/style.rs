//! Roles instead of colours, and whether and how finely to colour at all.
//!
//! Views name a [`Role`]; `palette.rs` says what it looks like; [`Style`] knows what the terminal can show and turns a role
//! into crossterm's styles for drawing and ansi_term's for the strings that the line editor wants. Where colour is off,
//! both are empty and not one escape byte is written.

use std::str::FromStr;

use crossterm::style::{Attribute, Attributes, Color as Tone, ContentStyle, force_color_output};

use super::palette::{self, Hue};

/// What a piece of text is, not what it looks like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Role {
    /// Ordinary text.
    #[default]
    Plain,
    /// The word that counts on its line.
    Strong,
    /// Labels, units and what may be passed over.
    Dim,
    /// Names of commands and settings; the best move.
    Accent,
    /// It went well.
    Good,
    /// It went wrong.
    Bad,
    /// Take care.
    Caution,
    /// A mate.
    Mate,
    /// A rule of extension and what it adds.
    Extension,
    /// White's move, or a score in White's favour.
    White,
    /// Black's move, or a score in Black's favour.
    Black,
    /// A score in nobody's favour.
    Even,
    /// A white piece on the board.
    WhiteMan,
    /// A black piece on the board.
    BlackMan,
}

impl Role {
    /// Every role, for tests and a look at the palette.
    pub const ALL: [Role; 14] = [
        Role::Plain,
        Role::Strong,
        Role::Dim,
        Role::Accent,
        Role::Good,
        Role::Bad,
        Role::Caution,
        Role::Mate,
        Role::Extension,
        Role::White,
        Role::Black,
        Role::Even,
        Role::WhiteMan,
        Role::BlackMan,
    ];

    /// Whether it is a piece on the board, whose colour is part of the drawing.
    pub const fn is_man(self) -> bool {
        matches!(self, Role::WhiteMan | Role::BlackMan)
    }
}

/// What a square of the board is, beneath its piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ground {
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// A light square of the last move.
    LastLight,
    /// A dark square of the last move.
    LastDark,
    /// The king here is in check.
    Check,
}

/// A role's look before the terminal has had its say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Its colour; `None` is the terminal's own.
    pub hue: Option<Hue>,
    /// Heavier.
    pub bold: bool,
    /// Lighter, where there is no colour to say so.
    pub faint: bool,
}

impl Look {
    /// The terminal's own text.
    pub const PLAIN: Look = Look { hue: None, bold: false, faint: false };
}

/// For which background the colours are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Light text on dark.
    #[default]
    Dark,
    /// Dark text on light.
    Light,
    /// Weight only, no hue; the board keeps its squares.
    Mono,
}

impl Theme {
    /// What `COLORFGBG` (set by some terminals, as in `15;0`: text, background) says; dark without it.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Theme {
        let background = variable("COLORFGBG")
            .and_then(|value| value.rsplit(';').next().and_then(|last| last.parse::<u8>().ok()));
        match background {
            Some(7 | 9..=15) => Theme::Light,
            _ => Theme::Dark,
        }
    }
}

impl FromStr for Theme {
    type Err = StyleError;

    fn from_str(text: &str) -> Result<Theme, StyleError> {
        match text {
            "dark" => Ok(Theme::Dark),
            "light" => Ok(Theme::Light),
            "mono" => Ok(Theme::Mono),
            _ => Err(StyleError { what: text.to_owned(), allowed: "dark, light or mono" }),
        }
    }
}

/// How many colours there are to draw with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, PartialOrd, Ord)]
pub enum ColorDepth {
    /// None: no escape byte is ever written.
    #[default]
    None,
    /// The sixteen of the terminal's own theme.
    Sixteen,
    /// The 256 of xterm.
    TwoHundredFiftySix,
    /// Any.
    True,
}

impl ColorDepth {
    /// The depth for one output stream (interface: the flag, then `NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR`, then whether
    /// it is a terminal that is not dumb; first match wins). Standard output and standard error are asked about apart.
    pub fn resolve(
        choice: ColorChoice,
        terminal: bool,
        variable: impl Fn(&str) -> Option<String>,
    ) -> ColorDepth {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let wanted = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                if set("NO_COLOR").is_some() {
                    false
                } else if set("CLICOLOR_FORCE").is_some_and(|value| value != "0") {
                    true
                } else if set("CLICOLOR").is_some_and(|value| value == "0") {
                    false
                } else {
                    terminal && set("TERM").is_some_and(|term| term != "dumb")
                }
            }
        };
        if !wanted {
            return ColorDepth::None;
        }
        let exact = set("COLORTERM")
            .is_some_and(|value| value.contains("truecolor") || value.contains("24bit"));
        if exact {
            ColorDepth::True
        } else if set("TERM").is_some_and(|term| term.contains("256")) {
            ColorDepth::TwoHundredFiftySix
        } else {
            ColorDepth::Sixteen
        }
    }

    /// The terminal's code for a hue.
    fn tone(self, hue: Hue) -> Option<Tone> {
        let (r, g, b) = hue.rgb;
        match self {
            ColorDepth::None => None,
            ColorDepth::Sixteen => Some(Tone::AnsiValue(hue.sixteen)),
            ColorDepth::TwoHundredFiftySix => Some(Tone::AnsiValue(nearest_of_256(hue.rgb))),
            ColorDepth::True => Some(Tone::Rgb { r, g, b }),
        }
    }
}

/// `16`, `256`, `true` or `off`.
impl FromStr for ColorDepth {
    type Err = StyleError;

    fn from_str(text: &str) -> Result<ColorDepth, StyleError> {
        match text {
            "off" | "none" => Ok(ColorDepth::None),
            "16" => Ok(ColorDepth::Sixteen),
            "256" => Ok(ColorDepth::TwoHundredFiftySix),
            "true" | "24bit" => Ok(ColorDepth::True),
            _ => Err(StyleError { what: text.to_owned(), allowed: "16, 256, true or off" }),
        }
    }
}

/// What `--color` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColorChoice {
    /// As the environment and the stream say.
    #[default]
    Auto,
    /// Whatever the stream is.
    Always,
    /// Not at all.
    Never,
}

impl FromStr for ColorChoice {
    type Err = StyleError;

    fn from_str(text: &str) -> Result<ColorChoice, StyleError> {
        match text {
            "auto" => Ok(ColorChoice::Auto),
            "always" => Ok(ColorChoice::Always),
            "never" => Ok(ColorChoice::Never),
            _ => Err(StyleError { what: text.to_owned(), allowed: "auto, always or never" }),
        }
    }
}

/// A word that names no colour setting.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{what}\" is not one of {allowed}")]
pub struct StyleError {
    /// As it was written.
    pub what: String,
    /// What can be written.
    pub allowed: &'static str,
}

/// Roles made visible on one stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    depth: ColorDepth,
    theme: Theme,
}

impl Style {
    /// No colour, no weight, no escape byte.
    pub const OFF: Style = Style { depth: ColorDepth::None, theme: Theme::Mono };

    /// For a stream of this depth.
    ///
    /// Crossterm reads `NO_COLOR` for itself and would answer it with half-empty escapes; the decision is made here, so
    /// it is told not to.
    pub fn new(depth: ColorDepth, theme: Theme) -> Style {
        if depth != ColorDepth::None {
            force_color_output(true);
        }
        Style { depth, theme }
    }

    /// Whether anything is styled at all.
    pub fn is_on(self) -> bool {
        self.depth != ColorDepth::None
    }

    fn look(self, role: Role) -> Look {
        let look = palette::look(role, self.theme);
        // A colour says "dim" already; faint on top of it would be hard to read.
        Look { faint: look.faint && look.hue.is_none(), ..look }
    }

    /// What crossterm draws a role with, on a square of the board or on the terminal's own background.
    pub fn content(self, role: Role, ground: Option<Ground>) -> ContentStyle {
        let mut style = ContentStyle::new();
        if !self.is_on() {
            return style;
        }
        let look = self.look(role);
        style.foreground_color = look.hue.and_then(|hue| self.depth.tone(hue));
        style.background_color = ground.and_then(|ground| self.depth.tone(palette::ground(ground)));
        let mut attributes = Attributes::default();
        if look.bold {
            attributes.set(Attribute::Bold);
        }
        if look.faint {
            attributes.set(Attribute::Dim);
        }
        style.attributes = attributes;
        style
    }

    /// The same role for the line editor: its prompt, hints, highlighting and help are strings, not drawings.
    pub fn ansi(self, role: Role) -> ansi_term::Style {
        let mut style = ansi_term::Style::new();
        if !self.is_on() {
            return style;
        }
        let look = self.look(role);
        style.foreground =
            look.hue.and_then(|hue| self.depth.tone(hue)).and_then(|tone| match tone {
                Tone::AnsiValue(value) => Some(ansi_term::Colour::Fixed(value)),
                Tone::Rgb { r, g, b } => Some(ansi_term::Colour::RGB(r, g, b)),
                _ => None,
            });
        style.is_bold = look.bold;
        style.is_dimmed = look.faint;
        style
    }
}

/// The number of the nearest of xterm's 256 colours: its 6×6×6 cube (levels 0, 95, 135 … 255) or its 24 greys.
fn nearest_of_256((r, g, b): (u8, u8, u8)) -> u8 {
    const LEVELS: [i32; 6] = [0, 95, 135, 175, 215, 255];
    let (r, g, b) = (i32::from(r), i32::from(g), i32::from(b));
    let distance = |(x, y, z): (i32, i32, i32)| (x - r).pow(2) + (y - g).pow(2) + (z - b).pow(2);
    let cube = (0..216u8).map(|n| {
        let level = |place: u8| LEVELS[usize::from(n / place % 6)];
        (distance((level(36), level(6), level(1))), 16 + n)
    });
    let greys = (0..24u8).map(|n| {
        let level = 8 + 10 * i32::from(n);
        (distance((level, level, level)), 232 + n)
    });
    cube.chain(greys).min().map_or(7, |(_, number)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(choice: ColorChoice, terminal: bool, variables: &[(&str, &str)]) -> ColorDepth {
        ColorDepth::resolve(choice, terminal, |name| {
            variables.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_first_match_decides_about_colour() {
        use ColorChoice::{Always, Auto, Never};
        let term = ("TERM", "xterm-256color");
        assert_eq!(depth(Auto, true, &[term]), ColorDepth::TwoHundredFiftySix);
        assert_eq!(depth(Auto, false, &[term]), ColorDepth::None);
        assert_eq!(depth(Auto, true, &[("TERM", "dumb")]), ColorDepth::None);
        assert_eq!(depth(Auto, true, &[term, ("NO_COLOR", "1")]), ColorDepth::None);
        assert_ne!(depth(Auto, true, &[term, ("NO_COLOR", "")]), ColorDepth::None);
        assert_ne!(depth(Auto, false, &[term, ("CLICOLOR_FORCE", "1")]), ColorDepth::None);
        assert_eq!(depth(Auto, false, &[term, ("CLICOLOR_FORCE", "0")]), ColorDepth::None);
        assert_eq!(depth(Auto, true, &[term, ("CLICOLOR", "0")]), ColorDepth::None);
        let both = [term, ("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")];
        assert_eq!(depth(Auto, true, &both), ColorDepth::None);
        assert_ne!(depth(Always, false, &both), ColorDepth::None);
        assert_eq!(depth(Never, true, &[term, ("CLICOLOR_FORCE", "1")]), ColorDepth::None);
    }

    #[test]
    fn the_depth_is_what_the_terminal_says() {
        let always = |variables: &[(&str, &str)]| depth(ColorChoice::Always, false, variables);
        assert_eq!(always(&[("COLORTERM", "truecolor"), ("TERM", "xterm")]), ColorDepth::True);
        assert_eq!(always(&[("COLORTERM", "24bit")]), ColorDepth::True);
        assert_eq!(always(&[("TERM", "screen-256color")]), ColorDepth::TwoHundredFiftySix);
        assert_eq!(always(&[("TERM", "linux")]), ColorDepth::Sixteen);
        assert_eq!(always(&[]), ColorDepth::Sixteen);
    }

    #[test]
    fn off_is_empty_for_every_role() {
        for role in Role::ALL {
            assert_eq!(Style::OFF.content(role, Some(Ground::Check)), ContentStyle::new());
            assert!(Style::OFF.ansi(role).is_plain());
        }
    }

    #[test]
    fn the_nearest_of_256() {
        assert_eq!(nearest_of_256((0, 0, 0)), 16);
        assert_eq!(nearest_of_256((255, 255, 255)), 231);
        assert_eq!(nearest_of_256((95, 135, 175)), 67);
        assert_eq!(nearest_of_256((128, 128, 128)), 244);
    }

    #[test]
    fn both_sides_men_are_readable_on_every_square() {
        // WCAG contrast of relative luminances.
        let luminance = |(r, g, b): (u8, u8, u8)| {
            let linear = |c: u8| (f64::from(c) / 255.0).powf(2.2);
            0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
        };
        let grounds =
            [Ground::Light, Ground::Dark, Ground::LastLight, Ground::LastDark, Ground::Check];
        for ground in grounds {
            let under = luminance(palette::ground(ground).rgb);
            let white = 1.05 / (under + 0.05);
            let black = (under + 0.05) / 0.05;
            assert!(white > 2.2 && black > 2.2, "{ground:?}: white {white:.1}, black {black:.1}");
        }
    }

    #[test]
    fn a_light_background_is_recognised() {
        let theme = |value: &str| Theme::from_environment(|_| Some(value.to_owned()));
        assert_eq!(theme("0;15"), Theme::Light);
        assert_eq!(theme("15;0"), Theme::Dark);
        assert_eq!(theme("15;default;8"), Theme::Dark);
        assert_eq!(Theme::from_environment(|_| None), Theme::Dark);
    }
}
