"""The use cases that the web and the command line share.

What cannot be done now raises `table.entering.NotAllowed`, whose message tells the user what
happened and what to do next. A code or number that nothing has raises a `LookupError`:
`NoSuchPartie`, `NoSuchCompany`, `NoSuchClub`, `NoSuchSeason`. Docstrings name only other errors.
`Busy` and `DiskFull` come from `storage.engine` and mean that nothing was written.
"""
