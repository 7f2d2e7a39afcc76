"""A club's use cases: people, seasons, signing, disputes, and the ledger they are posted to.

Each verb is one transaction that writes an entry and its projections.
"""
