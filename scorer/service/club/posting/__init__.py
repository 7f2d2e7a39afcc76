"""How a sheet becomes an entry of the ledger: signatures, paper sheets and what is posted."""
