//! Common imports of the files of commands.

pub(super) use serde::Serialize;

pub(super) use super::spec::{CommandSpec, Completer, row};
pub(super) use crate::ink::answer::{Done, LineSchema, Text};
pub(super) use crate::ink::{Align, Answer, Line, Page, Role, Settings, TextTable};
pub(super) use crate::shell::parse::reader::{ON_OFF, color_of, expand, shorten, square, within};
pub(super) use crate::shell::parse::{Fault, ParseError, Reader};
pub(super) use crate::shell::terms::Scheduling::{Alone, AtOnce, Concurrent};
pub(super) use crate::shell::terms::{free, needs, sets};
pub(super) use crate::shell::{Acted, Command, CommandError, Effect, Parsed, Session};
