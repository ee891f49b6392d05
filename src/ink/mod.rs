//! Drawing for every view above: pages of spans with roles, tables, colours, moves and number formats, boards, HTML pages,
//! pictures and JSON values.
//!
//! A view is a function from data to a [`text::Page`], independent of the terminal. `palette.rs` defines the colours of roles,
//! `paint.rs` draws.

pub mod answer;
pub mod board;
pub mod color;
pub mod complaint;
pub mod html;
pub mod json;
pub mod live_block;
pub mod live_row;
pub mod markup;
pub mod movetext;
pub mod number;
pub mod paint;
pub mod palette;
pub mod piece_art;
pub mod role;
pub mod settings;
pub mod signs;
pub mod spoken;
pub mod style;
pub mod svg;
pub mod table;
pub mod text;
pub mod title;

pub use answer::{Answer, AnyAnswer};
pub use color::ColorDepth;
pub use settings::{MoveLength, PieceLetters, PieceStyle, Settings, Spoken, View};
pub use style::{Ground, Role, Style, Theme};
pub use table::{Align, TextTable};
pub use text::{Line, Page, TIE};
