//! What a piece of text or a square of the board is, not what it looks like; and the themes that looks are chosen for.

use super::color::Hue;
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
