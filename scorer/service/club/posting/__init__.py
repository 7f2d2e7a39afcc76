"""How a sheet of a season becomes an entry of the ledger: its signatures."""
