//! The one inbox of the conversation: lines, signals and what jobs say, in the order they happened.

use std::sync::mpsc::Sender;

use crate::shell::session::{JobId, JobMessage};

pub enum Message {
    /// A line of standard input, or the bytes of one that was too long and passed over.
    Line {
        text: Result<String, usize>,
        number: usize,
    },
    /// What was typed or pasted at the prompt, as the lines it holds.
    Typed(Vec<String>),
    /// The prompt was given something that is no text, and begins again.
    Garbled(String),
    End,
    /// The prompt cannot be used: why.
    NoPrompt(String),
    Interrupt,
    /// The system asks the program to end, with this status.
    Terminate(u8),
    Job(JobId, JobMessage),
}

pub type Inbox = Sender<Message>;
