"""The ledger: what a club has posted, as one chain of entries; pure, above the rules.

An entry is a decision or a result with its author and time. It moves points between accounts so
that every commodity sums to zero, and carries the digest of the entry before it. Entries never
change: a mistake is corrected by a reversal. Standings, ratings and records are derived from the
current entries.
"""
