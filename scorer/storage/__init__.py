"""
Storage: append-only tables, one unit of work, migrations that run at start.

Nothing is ever updated or deleted: triggers refuse it. What is no longer so is
said by a later row.
"""
