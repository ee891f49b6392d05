//! Every colour of the program, by role: the one place to change a colour.
//!
//! A [`Hue`] has an exact colour, one of xterm's 256 (the nearest, unless given), and one of the sixteen of the user's own
//! terminal theme. Two pairs carry most of the meaning: sand is White and light blue is Black, for moves, scores and pieces
//! alike; green is success, red is failure. Colour never is the only sign of anything.
//!
//! The board is walnut in every theme, and all that is written on it is light: on squares of medium lightness, white and black
//! pieces can never both have the contrast of 4.5:1 that text requires (WCAG 2.2, 1.4.3). The tests below compute it for every
//! role on every square and for all text on its page, in every colour depth.

use super::color::Hue;
use super::role::{Ground, Look, Role, Theme};

const fn hue(rgb: u32, sixteen: u8) -> Hue {
    Hue { rgb: ((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8), of_256: None, sixteen }
}

/// A hue whose nearest colour among the 256 would look like another hue.
const fn fixed(rgb: u32, of_256: u8, sixteen: u8) -> Hue {
    Hue { of_256: Some(of_256), ..hue(rgb, sixteen) }
}

const fn colored(hue: Hue) -> Look {
    Look { hue: Some(hue), bold: false, faint: false }
}

const fn bold(hue: Hue) -> Look {
    Look { hue: Some(hue), bold: true, faint: false }
}

/// Returns the look of a role in a theme. The theme `mono` keeps weight and drops hue.
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
        Role::Accent => colored(if light { hue(0x00_68_6C, 6) } else { hue(0x5F_C4_C0, 14) }),
        Role::Good => colored(if light { fixed(0x1F_73_30, 22, 2) } else { hue(0x7C_C4_7F, 10) }),
        Role::Bad => colored(if light { hue(0xC0_2F_2F, 1) } else { hue(0xF0_7A_72, 9) }),
        Role::Caution => colored(if light { hue(0x9A_5B_00, 3) } else { hue(0xE6_A0_52, 11) }),
        Role::Mate => bold(if light { hue(0xA6_2A_8E, 5) } else { hue(0xE8_87_D2, 13) }),
        Role::Extension => colored(if light { hue(0x6F_43_AE, 5) } else { hue(0xB9_9C_EE, 13) }),
        Role::White => colored(if light { hue(0x8C_66_10, 3) } else { hue(0xE3_C5_86, 11) }),
        Role::Black => colored(if light { hue(0x2F_5F_C4, 4) } else { hue(0x8F_B0_F2, 12) }),
        Role::WhiteMan => bold(WHITE_MAN),
        Role::BlackMan => bold(BLACK_MAN),
    };
    match theme {
        Theme::Mono if !role.is_man() => Look { hue: None, ..look },
        _ => look,
    }
}

const WHITE_MAN: Hue = fixed(0xFF_F6_E0, 230, 15);
const BLACK_MAN: Hue = fixed(0x82_C8_FF, 117, 14);
const NO_SIDE: Hue = fixed(0xE4_E6_EA, 254, 15);

/// Returns the look of a role on a square: squares have the same colours in every theme, and the page's inks are not chosen for them.
pub const fn on_square(role: Role) -> Look {
    let hue = match role {
        Role::White | Role::WhiteMan => WHITE_MAN,
        Role::Black | Role::BlackMan => BLACK_MAN,
        _ => NO_SIDE,
    };
    if role.is_man() { bold(hue) } else { colored(hue) }
}

pub const fn ground(ground: Ground) -> Hue {
    match ground {
        Ground::Light => fixed(0x54_40_2F, 239, 4),
        Ground::Dark => fixed(0x2C_22_1B, 235, 0),
        Ground::LastLight => fixed(0x24_50_3A, 23, 5),
        Ground::LastDark => fixed(0x16_3B_26, 22, 5),
        Ground::Check => fixed(0x8C_20_20, 88, 1),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::ink::{ColorDepth, Style};
    use crossterm::style::Color as Tone;

    pub(crate) const ROLES: [Role; 14] = [
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

    type Rgb = (u8, u8, u8);

    const GROUNDS: [Ground; 5] =
        [Ground::Light, Ground::Dark, Ground::LastLight, Ground::LastDark, Ground::Check];

    /// Backgrounds of terminals: black, VS Code, One Dark, Nord; white, Solarized, GNOME, Catppuccin Latte.
    const DARK: [Rgb; 4] = [(0, 0, 0), (30, 30, 30), (40, 44, 52), (46, 52, 64)];
    const LIGHT: [Rgb; 4] = [(255, 255, 255), (253, 246, 227), (246, 245, 244), (239, 241, 245)];

    /// The sixteen of xterm, of VGA and of Windows, black to bright white.
    const SIXTEEN: [[u32; 16]; 3] = [
        [
            0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
            0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
        ],
        [
            0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA,
            0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
        ],
        [
            0x0C0C0C, 0xC50F1F, 0x13A10E, 0xC19C00, 0x0037DA, 0x881798, 0x3A96DD, 0xCCCCCC,
            0x767676, 0xE74856, 0x16C60C, 0xF9F1A5, 0x3B78FF, 0xB4009E, 0x61D6D6, 0xF2F2F2,
        ],
    ];

    fn luminance((r, g, b): Rgb) -> f64 {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    fn contrast(one: Rgb, other: Rgb) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// The colour that a terminal of this depth shows.
    fn shown(hue: Hue, depth: ColorDepth) -> Rgb {
        rgb(depth.tone(hue))
    }

    fn rgb(tone: Option<Tone>) -> Rgb {
        const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        match tone {
            Some(Tone::Rgb { r, g, b }) => (r, g, b),
            Some(Tone::AnsiValue(number @ 232..)) => {
                let grey = 8 + 10 * (number - 232);
                (grey, grey, grey)
            }
            Some(Tone::AnsiValue(number @ 16..)) => {
                let level = |unit: u8| LEVELS[usize::from((number - 16) / unit % 6)];
                (level(36), level(6), level(1))
            }
            other => panic!("{other:?} is not one of the colours above the sixteen"),
        }
    }

    /// `show control` could not be read in the light theme: its inks were those of the page.
    #[test]
    fn every_role_can_be_read_on_every_square() {
        for theme in [Theme::Dark, Theme::Light, Theme::Mono] {
            for depth in [ColorDepth::True, ColorDepth::TwoHundredFiftySix] {
                for role in ROLES {
                    for square in GROUNDS {
                        let drawn = Style::new(depth, theme).content(role, Some(square));
                        let found =
                            contrast(rgb(drawn.foreground_color), rgb(drawn.background_color));
                        assert!(found >= 4.5, "{role:?} on {square:?}, {depth:?}: {found:.2}");
                    }
                }
            }
        }
    }

    #[test]
    fn pieces_are_unmistakable_in_sixteen_colours() {
        for palette in SIXTEEN {
            let rgb = |hue: Hue| {
                let number = palette[usize::from(hue.sixteen)];
                ((number >> 16) as u8, (number >> 8) as u8, number as u8)
            };
            for man in [Role::WhiteMan, Role::BlackMan] {
                let man_hue = look(man, Theme::Dark).hue.unwrap();
                for square in GROUNDS {
                    let found = contrast(rgb(man_hue), rgb(ground(square)));
                    // WCAG's minimum for graphics and large text, for any rendering of the sixteen colours.
                    assert!(found >= 3.0, "{man:?} on {square:?}: {found:.2}");
                }
            }
        }
    }

    #[test]
    fn neither_squares_nor_sides_are_mistaken_for_each_other() {
        let man = |role: Role| look(role, Theme::Dark).hue.unwrap();
        for depth in [ColorDepth::True, ColorDepth::TwoHundredFiftySix] {
            let squares = GROUNDS.map(|square| shown(ground(square), depth));
            for (place, one) in squares.iter().enumerate() {
                assert!(!squares[..place].contains(one), "{depth:?}: {squares:?}");
            }
            assert!(contrast(squares[0], squares[1]) > 1.4, "{depth:?}: {squares:?}");
            let sides = [Role::WhiteMan, Role::BlackMan].map(|role| shown(man(role), depth));
            // Yellowish for White, blue for Black: distinguishable with every type of colour vision.
            assert!(sides[0].0 >= sides[0].2 && sides[1].2 - sides[1].0 > 100, "{sides:?}");
        }
        assert_ne!(man(Role::WhiteMan).sixteen, man(Role::BlackMan).sixteen);
        assert_ne!(ground(Ground::Light).sixteen, ground(Ground::Dark).sixteen);
    }

    #[test]
    fn all_text_can_be_read_on_its_background() {
        for (theme, backgrounds) in [(Theme::Dark, DARK), (Theme::Light, LIGHT)] {
            for depth in [ColorDepth::True, ColorDepth::TwoHundredFiftySix] {
                for role in ROLES.into_iter().filter(|role| !role.is_man()) {
                    let Some(hue) = look(role, theme).hue else { continue };
                    let least = if matches!(role, Role::Dim | Role::Even) { 3.0 } else { 4.5 };
                    for background in backgrounds {
                        let found = contrast(shown(hue, depth), background);
                        assert!(
                            found >= least,
                            "{role:?} on {background:?}, {depth:?}: {found:.2}"
                        );
                    }
                }
            }
        }
    }
}
