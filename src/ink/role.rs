//! Roles of text and of squares, and the themes.

use super::color::Hue;
use crate::settings::choice;

/// The meaning of a piece of text, independent of its look.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Role {
    #[default]
    Plain,
    /// The most important word of a line.
    Strong,
    /// Labels, units and minor details.
    Dim,
    /// Names of commands and settings; the best move.
    Accent,
    Good,
    Bad,
    Caution,
    Mate,
    /// An extension rule and its amount.
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

/// The state of a square, drawn beneath its piece.
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

/// Style of a role, before the terminal's limits apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Its colour; `None` for the terminal's default.
    pub hue: Option<Hue>,
    pub bold: bool,
    /// Dimmed where there is no colour.
    pub faint: bool,
}

impl Look {
    pub const PLAIN: Look = Look { hue: None, bold: false, faint: false };
}

choice! {
    /// Background that colours are chosen for.
    #[derive(Default)]
    Theme {
        /// Light text on dark.
        #[default]
        Dark = "dark",
        Light = "light",
        /// Weight without hue; the board keeps its squares.
        Mono = "mono",
    }
}

impl Theme {
    /// Returns the theme for the terminal's reported background (red, green, blue), else from `COLORFGBG` (set by some terminals,
    /// as `15;0`: text, background); dark by default.
    pub fn resolve(
        background: Option<(u8, u8, u8)>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Theme {
        let light = if let Some((red, green, blue)) = background {
            // At least half of white's brightness; weights of ITU-R BT.601, in thousandths.
            299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) >= 127_500
        } else {
            let said = variable("COLORFGBG").unwrap_or_default();
            let last = said.rsplit(';').next().and_then(|last| last.parse::<u8>().ok());
            matches!(last, Some(7 | 9..=15))
        };
        if light { Theme::Light } else { Theme::Dark }
    }
}
