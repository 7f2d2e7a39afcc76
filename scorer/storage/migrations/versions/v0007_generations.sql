CREATE TABLE generation ( -- append-only
    id INTEGER NOT NULL,
    token TEXT NOT NULL,
    begun_at TEXT NOT NULL,
    last_entry INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    last_statement INTEGER NOT NULL,
    statements INTEGER NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_generation PRIMARY KEY (id),
    CONSTRAINT uq_generation_token UNIQUE (token)
);
