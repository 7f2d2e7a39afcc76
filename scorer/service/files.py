"""Files beside the book: made whole or not at all, owned by whoever owns their directory;
and errors that name them.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_NOT_YOURS = "Use an account that may read and write it, or name another place."
_ADVICE = {
    errno.EACCES: _NOT_YOURS,
    errno.EPERM: _NOT_YOURS,
    errno.EROFS: "Name a place on a disk that can be written.",
    errno.ENOSPC: "Make room on the disk, then try again.",
    errno.EDQUOT: "Make room on the disk, then try again.",
}


def failure_words(error: OSError, path: object = None) -> str:
    """Return what the system refused, and what to do, with the *path* that was asked for or else
    the error's own.

    >>> failure_words(FileNotFoundError(errno.ENOENT, "No such file or directory", "book.sqlite"))
    'book.sqlite: No such file or directory'
    >>> failure_words(PermissionError(errno.EACCES, "Permission denied", "/var"))
    '/var: Permission denied. Use an account that may read and write it, or name another place.'
    """
    own = [] if path is not None else [error.filename, error.filename2]
    named = [str(name) for name in (path, *own) if name is not None]
    words = ": ".join([*dict.fromkeys(named), error.strerror or str(error)])
    advice = _ADVICE.get(error.errno or 0)
    says_what_to_do = words.endswith(".")
    return words if advice is None or says_what_to_do else f"{words}. {advice}"


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Give an error of the system the name of the file, which it lacks where an open file is
    written.
    """
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise


def give_to_owner(path: Path) -> None:
    """Give a file that root made to the owner of its directory,
    who has to read and replace it later.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    directory = path.parent.stat()
    os.chown(path, directory.st_uid, directory.st_gid)


_BINARY = getattr(os, "O_BINARY", 0)
"""Without it Windows would write a line feed as two bytes."""


def open_private(path: Path, how: int) -> BinaryIO:
    """Open a file of its owner alone for writing; *how* is `os.O_EXCL` for a new one, or
    `os.O_TRUNC`.
    """
    return open(os.open(path, os.O_WRONLY | os.O_CREAT | _BINARY | how, 0o600), "wb")


def write_whole(path: Path, content: bytes) -> None:
    """Write a file for its owner alone, and replace what is there;
    a run that is killed leaves what was there.
    """
    unfinished = path.with_name(
        f"{path.name}.{os.getpid()}"
    )  # several programs may write it at once
    try:
        with naming(path), open_private(unfinished, os.O_TRUNC) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        give_to_owner(unfinished)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def publish(made: Path, path: Path) -> None:
    """Give a file its name, unless another program has made one of that name meanwhile,
    which is then left alone.
    """
    try:
        os.link(made, path)
    except FileExistsError:
        return
    except OSError:
        # Some file systems, such as Android's, have no second names.
        if not path.exists():
            made.rename(path)
