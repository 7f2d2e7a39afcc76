"""Storage: append-only tables, transactions, and migrations that run at start.

Rows of the sheets, the clubs and the ledger are never updated or deleted: triggers refuse it. A
later row says what has changed. Projections are what all the entries give, and are checked against
them.
"""
