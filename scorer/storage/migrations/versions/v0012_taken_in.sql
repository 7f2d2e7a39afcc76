CREATE TABLE alias (
    club_id INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    member INTEGER NOT NULL,
    name TEXT NOT NULL,
    salt TEXT NOT NULL,
    sealed TEXT NOT NULL,
    CONSTRAINT pk_alias PRIMARY KEY (club_id, entry),
    CONSTRAINT fk_alias_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE INDEX ix_alias_club_id_member ON alias (club_id, member);

ALTER TABLE posted_partie ADD COLUMN known TEXT NOT NULL DEFAULT 'deals';

ALTER TABLE tally ADD COLUMN result_only INTEGER NOT NULL DEFAULT 0;
