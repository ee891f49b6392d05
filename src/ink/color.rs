//! Colour depth: from the command line, the environment and the terminal.

use crossterm::style::Color as Tone;

use crate::settings::choice;

/// A colour: its exact value, and its index among the sixteen of every terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hue {
    pub rgb: (u8, u8, u8),
    /// Its index among the 256 of xterm; `None` for the nearest.
    pub of_256: Option<u8>,
    /// 0–7 dark, 8–15 bright: black, red, green, yellow, blue, magenta, cyan, white.
    pub sixteen: u8,
}

choice! {
    /// Number of colours.
    #[derive(Default, PartialOrd, Ord)]
    ColorDepth {
        /// None: no escape byte is ever written.
        #[default]
        None = "off",
        /// The sixteen of the terminal's own theme.
        Sixteen = "16",
        TwoHundredFiftySix = "256",
        True = "true",
    }
}

impl ColorDepth {
    /// Returns the depth for one output stream. The first match wins: the flag, `NO_COLOR`, `CLICOLOR_FORCE` and `FORCE_COLOR`,
    /// `CLICOLOR`, then whether it is a terminal that is not dumb. Standard output and standard error are resolved separately.
    pub fn resolve(
        forced: Option<bool>,
        terminal: bool,
        variable: impl Fn(&str) -> Option<String>,
    ) -> ColorDepth {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let forces = |name: &str| set(name).is_some_and(|value| value != "0" && value != "false");
        let wanted = forced.unwrap_or_else(|| {
            if set("NO_COLOR").is_some() {
                false
            } else if ["CLICOLOR_FORCE", "FORCE_COLOR"].iter().any(|name| forces(name)) {
                true
            } else if set("CLICOLOR").is_some_and(|value| value == "0") {
                false
            } else {
                // On Windows `TERM` is not set.
                terminal && set("TERM").map_or(cfg!(windows), |term| term != "dumb")
            }
        });
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

    pub(super) fn tone(self, hue: Hue) -> Option<Tone> {
        let (r, g, b) = hue.rgb;
        match self {
            ColorDepth::None => None,
            ColorDepth::Sixteen => Some(Tone::AnsiValue(hue.sixteen)),
            ColorDepth::TwoHundredFiftySix => {
                Some(Tone::AnsiValue(hue.of_256.unwrap_or_else(|| nearest_of_256(hue.rgb))))
            }
            ColorDepth::True => Some(Tone::Rgb { r, g, b }),
        }
    }
}

/// Index of the nearest of xterm's 256 colours: its 6×6×6 cube (levels 0, 95, 135 … 255) or its 24 greys.
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

    fn depth(forced: Option<bool>, terminal: bool, variables: &[(&str, &str)]) -> ColorDepth {
        ColorDepth::resolve(forced, terminal, |name| {
            variables.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_first_match_decides_about_colour() {
        let (always, never, auto) = (Some(true), Some(false), None);
        let term = ("TERM", "xterm-256color");
        assert_eq!(depth(auto, true, &[term]), ColorDepth::TwoHundredFiftySix);
        assert_eq!(depth(auto, false, &[term]), ColorDepth::None);
        assert_eq!(depth(auto, true, &[("TERM", "dumb")]), ColorDepth::None);
        assert_eq!(depth(auto, true, &[term, ("NO_COLOR", "1")]), ColorDepth::None);
        assert_ne!(depth(auto, true, &[term, ("NO_COLOR", "")]), ColorDepth::None);
        assert_ne!(depth(auto, false, &[term, ("CLICOLOR_FORCE", "1")]), ColorDepth::None);
        assert_ne!(depth(auto, false, &[term, ("FORCE_COLOR", "3")]), ColorDepth::None);
        assert_eq!(depth(auto, false, &[term, ("FORCE_COLOR", "false")]), ColorDepth::None);
        assert_eq!(depth(auto, false, &[term, ("CLICOLOR_FORCE", "0")]), ColorDepth::None);
        assert_eq!(depth(auto, true, &[term, ("CLICOLOR", "0")]), ColorDepth::None);
        let both = [term, ("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")];
        assert_eq!(depth(auto, true, &both), ColorDepth::None);
        assert_ne!(depth(always, false, &both), ColorDepth::None);
        assert_eq!(depth(never, true, &[term, ("CLICOLOR_FORCE", "1")]), ColorDepth::None);
    }

    #[test]
    fn the_depth_is_what_the_terminal_says() {
        let always = |variables: &[(&str, &str)]| depth(Some(true), false, variables);
        assert_eq!(always(&[("COLORTERM", "truecolor"), ("TERM", "xterm")]), ColorDepth::True);
        assert_eq!(always(&[("COLORTERM", "24bit")]), ColorDepth::True);
        assert_eq!(always(&[("TERM", "screen-256color")]), ColorDepth::TwoHundredFiftySix);
        assert_eq!(always(&[("TERM", "linux")]), ColorDepth::Sixteen);
        assert_eq!(always(&[]), ColorDepth::Sixteen);
    }

    #[test]
    fn the_nearest_of_256() {
        assert_eq!(nearest_of_256((0, 0, 0)), 16);
        assert_eq!(nearest_of_256((255, 255, 255)), 231);
        assert_eq!(nearest_of_256((95, 135, 175)), 67);
        assert_eq!(nearest_of_256((128, 128, 128)), 244);
    }
}
