//! Every colour of the program, by role: the one place to change when a colour is wrong.
//!
//! A [`Hue`] names a colour twice: exactly, for terminals that show it (256-colour terminals get the nearest they have),
//! and as one of the sixteen that the user's own terminal theme defines. Two pairs carry most of the meaning: sand is
//! White and periwinkle is Black, for moves and scores alike; green and red say that something went well or wrong.
//! Nothing is said by colour alone.

use super::style::{Ground, Look, Role, Theme};

/// A colour: its exact value, and its number among the sixteen of every terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hue {
    /// Red, green, blue.
    pub rgb: (u8, u8, u8),
    /// 0–7 dark, 8–15 bright: black, red, green, yellow, blue, magenta, cyan, white.
    pub sixteen: u8,
}

const fn hue(rgb: u32, sixteen: u8) -> Hue {
    Hue { rgb: ((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8), sixteen }
}

const fn colored(hue: Hue) -> Look {
    Look { hue: Some(hue), bold: false, faint: false }
}

const fn bold(hue: Hue) -> Look {
    Look { hue: Some(hue), bold: true, faint: false }
}

/// How a role looks on a dark or a light terminal. The theme `mono` keeps weight and loses hue.
pub const fn look(role: Role, theme: Theme) -> Look {
    let light = matches!(theme, Theme::Light);
    let look = match role {
        Role::Plain => Look::PLAIN,
        Role::Strong => Look { hue: None, bold: true, faint: false },
        Role::Dim | Role::Even => Look {
            hue: Some(if light { hue(0x75_7A_82, 8) } else { hue(0x86_8D_98, 8) }),
            bold: false,
            faint: true,
        },
        Role::Accent => colored(if light { hue(0x00_76_7A, 6) } else { hue(0x5F_C4_C0, 14) }),
        Role::Good => colored(if light { hue(0x2A_7F_3B, 2) } else { hue(0x7C_C4_7F, 10) }),
        Role::Bad => colored(if light { hue(0xC0_2F_2F, 1) } else { hue(0xF0_7A_72, 9) }),
        Role::Caution => colored(if light { hue(0x9A_5B_00, 3) } else { hue(0xE6_A0_52, 11) }),
        Role::Mate => bold(if light { hue(0xA6_2A_8E, 5) } else { hue(0xE8_87_D2, 13) }),
        Role::Extension => colored(if light { hue(0x7A_4F_B8, 5) } else { hue(0xB9_9C_EE, 13) }),
        Role::White => colored(if light { hue(0x8C_66_10, 3) } else { hue(0xE3_C5_86, 11) }),
        Role::Black => colored(if light { hue(0x2F_5F_C4, 4) } else { hue(0x8F_B0_F2, 12) }),
        Role::WhiteMan => bold(hue(0xFF_FF_FF, 15)),
        Role::BlackMan => bold(hue(0x0B_0E_12, 0)),
    };
    match theme {
        Theme::Mono if !role.is_man() => Look { hue: None, ..look },
        _ => look,
    }
}

/// The colour beneath a piece. Both sides' men must be readable on every one of them.
pub const fn ground(ground: Ground) -> Hue {
    match ground {
        Ground::Light => hue(0x8F_A9_C9, 6),
        Ground::Dark => hue(0x62_7F_A3, 8),
        Ground::LastLight => hue(0xBF_A9_54, 3),
        Ground::LastDark => hue(0x9C_86_36, 3),
        Ground::Check => hue(0xC4_46_3E, 1),
    }
}
