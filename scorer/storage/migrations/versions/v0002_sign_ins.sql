DROP TABLE sign_out;

CREATE TABLE sign_in (
    id INTEGER NOT NULL,
    session TEXT NOT NULL,
    credential_id INTEGER NOT NULL,
    browser TEXT NOT NULL,
    signed_in_at TEXT NOT NULL,
    used_on TEXT NOT NULL,
    ended TEXT NOT NULL,
    CONSTRAINT pk_sign_in PRIMARY KEY (id),
    CONSTRAINT uq_sign_in_session UNIQUE (session),
    CONSTRAINT fk_sign_in_credential_id_credential FOREIGN KEY(credential_id) REFERENCES credential (id)
);

CREATE INDEX ix_sign_in_credential_id ON sign_in (credential_id);
