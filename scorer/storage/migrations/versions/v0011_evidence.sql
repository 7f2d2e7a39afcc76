ALTER TABLE signature ADD COLUMN means TEXT NOT NULL DEFAULT '';

ALTER TABLE signature ADD COLUMN phone TEXT NOT NULL DEFAULT '';

ALTER TABLE posted_partie ADD COLUMN state TEXT NOT NULL DEFAULT '';

CREATE TABLE unseen_signature (
    club_id INTEGER NOT NULL,
    member INTEGER NOT NULL,
    signature_id INTEGER NOT NULL,
    CONSTRAINT pk_unseen_signature PRIMARY KEY (club_id, member, signature_id),
    CONSTRAINT fk_unseen_signature_club_id_club FOREIGN KEY(club_id) REFERENCES club (id),
    CONSTRAINT fk_unseen_signature_signature_id_signature FOREIGN KEY(signature_id) REFERENCES signature (id)
);

CREATE INDEX ix_unseen_signature_signature_id ON unseen_signature (signature_id);
