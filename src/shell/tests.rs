//! Helpers for tests of commands.

use std::any::Any;

use super::{Act, Request};

impl dyn Act {
    /// Returns the command as its type.
    pub(crate) fn downcast<A: Act>(self: Box<Self>) -> A {
        let act: Box<dyn Any> = self;
        *act.downcast().unwrap()
    }
}

impl PartialEq for Request {
    fn eq(&self, other: &Request) -> bool {
        format!("{self:?}") == format!("{other:?}")
    }
}
