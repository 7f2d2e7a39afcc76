"""
A club's use cases: people, seasons, signing, disputes, and the book they are posted in.

Each verb is one transaction that writes an entry and its projections.
"""
