//! Converts roles to terminal styles.
//!
//! Views name a [`Role`]; `palette.rs` defines its look; [`Style`] converts it within the terminal's limits: to crossterm's
//! styles for drawing, and to ansi_term's for the strings of the line editor. Without colour both are empty and no escape byte is
//! written.

use crossterm::style::{Attribute, Attributes, Color as Tone, ContentStyle, force_color_output};

use super::color::ColorDepth;
use super::palette;
pub use super::role::{Ground, Look, Role, Theme};

/// Styles of one output stream; the default has no colour, weight or escape byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    depth: ColorDepth,
    theme: Theme,
}

impl Style {
    /// Builds the style for a stream of this depth.
    ///
    /// Crossterm reads `NO_COLOR` itself and would write half-empty escapes; that check is switched off, since `depth` decides.
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
        // A dim colour is already dim; faint on top of it would be hard to read.
        Look { faint: look.faint && look.hue.is_none(), ..look }
    }

    /// Returns crossterm's style for a role on a square of the board or on the terminal's own background.
    pub fn content(self, role: Role, ground: Option<Ground>) -> ContentStyle {
        let mut style = ContentStyle::new();
        if !self.is_on() {
            return style;
        }
        let look = if ground.is_some() { palette::on_square(role) } else { self.look(role) };
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

    /// Returns the same for the line editor, whose prompt, hints, highlighting and help are strings.
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
        // The terminal's answer takes precedence.
        let says = |rgb| Theme::resolve(Some(rgb), |_| Some("15;0".to_owned()));
        assert_eq!(says((253, 246, 227)), Theme::Light);
        assert_eq!(says((46, 52, 64)), Theme::Dark);
        assert_eq!(Theme::resolve(None, |_| Some("0;15".to_owned())), Theme::Light);
    }
}
