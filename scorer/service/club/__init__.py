"""
A club's use cases: people, seasons, signing, disputes, and the book that all of them are posted in.

Each verb is one transaction, in which an entry and the figures derived from
it are written together.
"""
