//! Files and pipes, read once from beginning to end: a shell's `<(zcat games.pgn.gz)` is a pipe.

#[cfg(unix)]
use std::fs;
use std::fs::File;
#[cfg(unix)]
use std::io;
use std::path::Path;

#[cfg(unix)]
use crate::control::stop::CTRL_C;
use crate::store::file::{self, FileError};

/// Opens a file or a pipe for reading.
pub fn open(path: &Path) -> Result<File, FileError> {
    #[cfg(unix)]
    if fs::metadata(path).is_ok_and(|found| file::is_pipe(found.file_type())) {
        return open_pipe(path).map_err(FileError::reading(path));
    }
    file::open(path)
}

/// Opens a pipe and waits until it has a writer or Ctrl-C is pressed.
#[cfg(unix)]
fn open_pipe(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

    let flags = OFlags::NONBLOCK.bits() as i32;
    let pipe = fs::OpenOptions::new().read(true).custom_flags(flags).open(path)?;
    while !is_ready(&pipe) {
        if CTRL_C.is_pending() {
            return Err(io::Error::other("stopped: nothing has written into this pipe"));
        }
    }
    fcntl_setfl(&pipe, fcntl_getfl(&pipe)? - OFlags::NONBLOCK)?;
    Ok(pipe)
}

/// Returns whether data or the end of a pipe is there, after waiting for at most a twentieth of a second.
#[cfg(unix)]
pub fn is_ready(pipe: &File) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    const LOOK: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
    // An interrupted wait counts as a timeout.
    poll(&mut [PollFd::new(pipe, PollFlags::IN)], Some(&LOOK)).unwrap_or(0) > 0
}
