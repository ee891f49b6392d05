//! Messages of the conversation's inbox: lines, signals and the news of jobs, in the order they happened.

use std::sync::mpsc::Sender;

use crate::shell::session::{JobId, News};

pub enum Message {
    /// A line of standard input, or the length of one that was too long and skipped.
    Line {
        text: Result<String, usize>,
        number: usize,
    },
    /// Lines typed or pasted at the prompt, and the rows of the screen that they take, if these could be counted.
    Typed(Vec<String>, Option<usize>),
    /// What was entered at the prompt, which starts again, or the rest of standard input cannot be read; the reason.
    Unread(String),
    End,
    /// The prompt cannot be used; the reason.
    NoPrompt(String),
    Interrupt,
    /// The system asks the program to end with this status.
    Terminate(u8),
    Job(JobId, Box<News>),
}

pub type Inbox = Sender<Message>;
