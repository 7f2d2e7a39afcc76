CREATE TABLE erasure (
    what TEXT NOT NULL,
    erased_at TEXT NOT NULL,
    CONSTRAINT pk_erasure PRIMARY KEY (what)
);
