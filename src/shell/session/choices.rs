//! The settings of the prompt that are one of a few words, as types. What the drawing ones mean is for `render/` and `front/`.

use crate::settings::choice;

choice! {
    /// Whose view scores are.
    PointOfView {
        /// White's.
        White = "white",
        /// The side to move's.
        Mover = "mover",
    }
}

choice! {
    /// How many colours to draw with.
    ColorSetting {
        /// As many as the terminal has.
        Auto = "auto",
        /// None.
        Off = "off",
        /// Those that every terminal has.
        Sixteen = "16",
        /// The fixed palette.
        TwoHundredFiftySix = "256",
        /// 24 bits.
        True = "true",
    }
}

choice! {
    /// For which background colours are chosen.
    ThemeSetting {
        /// For the one the terminal has, as far as it tells.
        Auto = "auto",
        /// A dark one.
        Dark = "dark",
        /// A light one.
        Light = "light",
        /// Any: weights only, no colours.
        Mono = "mono",
    }
}

choice! {
    /// Whether to draw as for a terminal.
    TerminalSetting {
        /// If there is one.
        Auto = "auto",
        /// Whatever is there.
        Yes = "yes",
        /// Never.
        No = "no",
    }
}

choice! {
    /// How pieces are drawn on the board.
    PieceSetting {
        /// As letters.
        Letters = "letters",
        /// As figures.
        Figures = "figures",
    }
}

choice! {
    /// How big the board is drawn.
    BoardSize {
        /// A square is a character.
        Normal = "normal",
        /// Squares are big, where there is colour and room.
        Big = "big",
    }
}
