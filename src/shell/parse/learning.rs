//! Arguments of the commands about networks.

use super::error::ParseError;
use super::reader::{Reader, expand};
use crate::shell::command::Command;
use crate::shell::learning::Learning;

pub fn network(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    let (mut path, mut neuron) = (None, None);
    while let Some(word) = reader.take() {
        match word.text {
            "neuron" => {
                let number = reader.number("the number of a neuron", 1, u64::from(u16::MAX))?;
                neuron = Some(number as usize);
            }
            text if path.is_none() && neuron.is_none() => path = Some(expand(text)),
            _ => return Err(reader.unexpected(word)),
        }
    }
    Ok(Command::Learning(Learning::Show { path, neuron }))
}
