CREATE TABLE chain_end (
    chain TEXT NOT NULL,
    owner INTEGER NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_chain_end PRIMARY KEY (chain, owner)
);
