//! Roles instead of colours.
//!
//! Views name a [`Role`]; `palette.rs` says what it looks like; [`Style`] knows what the terminal can show and turns a role
//! into crossterm's styles for drawing and ansi_term's for the strings that the line editor wants. Where colour is off,
//! both are empty and not one escape byte is written.

use crossterm::style::{Attribute, Attributes, Color as Tone, ContentStyle, force_color_output};

use super::color::{ColorDepth, Hue};
use super::palette;
use crate::settings::choice;

/// What a piece of text is, not what it looks like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Role {
    #[default]
    Plain,
    /// The word that counts on its line.
    Strong,
    /// Labels, units and what may be passed over.
    Dim,
    /// Names of commands and settings; the best move.
    Accent,
    Good,
    Bad,
    Caution,
    Mate,
    /// A rule of extension and what it adds.
    Extension,
    /// White's move, or a score in White's favour.
    White,
    /// Black's move, or a score in Black's favour.
    Black,
    Even,
    /// A white piece on the board.
    WhiteMan,
    /// A black piece on the board.
    BlackMan,
}

impl Role {
    /// Whether it is a piece on the board, whose colour is part of the drawing.
    pub const fn is_man(self) -> bool {
        matches!(self, Role::WhiteMan | Role::BlackMan)
    }
}

/// What a square of the board is, beneath its piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ground {
    Light,
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
    pub bold: bool,
    /// Lighter, where there is no colour to say so.
    pub faint: bool,
}

impl Look {
    pub const PLAIN: Look = Look { hue: None, bold: false, faint: false };
}

choice! {
    /// For which background the colours are chosen.
    #[derive(Default)]
    Theme {
        /// Light text on dark.
        #[default]
        Dark = "dark",
        Light = "light",
        /// Weight only, no hue; the board keeps its squares.
        Mono = "mono",
    }
}

impl Theme {
    /// What the terminal itself said of its background (red, green, blue) if it was asked and answered, else what
    /// `COLORFGBG` (set by some terminals, as in `15;0`: text, background) says; dark without it.
    pub fn resolve(
        background: Option<(u8, u8, u8)>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Theme {
        let light = if let Some((red, green, blue)) = background {
            // From half of white's brightness on; weights of the eye (ITU-R BT.601), in thousandths.
            299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) >= 127_500
        } else {
            let said = variable("COLORFGBG").unwrap_or_default();
            let last = said.rsplit(';').next().and_then(|last| last.parse::<u8>().ok());
            matches!(last, Some(7 | 9..=15))
        };
        if light { Theme::Light } else { Theme::Dark }
    }
}

/// Roles made visible on one stream; by default without colour, weight or any escape byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    depth: ColorDepth,
    theme: Theme,
}

impl Style {
    /// For a stream of this depth.
    ///
    /// Crossterm reads `NO_COLOR` itself and would then write half-empty escapes; `depth` decides instead, so its own check is
    /// switched off.
    pub fn new(depth: ColorDepth, theme: Theme) -> Style {
        if depth != ColorDepth::None {
            force_color_output(true);
        }
        Style { depth, theme }
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ink::palette::tests::ROLES;

    #[test]
    fn off_is_empty_for_every_role() {
        for role in ROLES {
            assert_eq!(Style::default().content(role, Some(Ground::Check)), ContentStyle::new());
            assert!(Style::default().ansi(role).is_plain());
        }
    }

    #[test]
    fn a_light_background_is_recognised() {
        let theme = |value: &str| Theme::resolve(None, |_| Some(value.to_owned()));
        assert_eq!(theme("0;15"), Theme::Light);
        assert_eq!(theme("15;0"), Theme::Dark);
        assert_eq!(theme("15;default;8"), Theme::Dark);
        assert_eq!(Theme::resolve(None, |_| None), Theme::Dark);
        // The terminal's own word counts more.
        let says = |rgb| Theme::resolve(Some(rgb), |_| Some("15;0".to_owned()));
        assert_eq!(says((253, 246, 227)), Theme::Light);
        assert_eq!(says((46, 52, 64)), Theme::Dark);
        assert_eq!(Theme::resolve(None, |_| Some("0;15".to_owned())), Theme::Light);
    }
}
