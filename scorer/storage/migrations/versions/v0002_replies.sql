CREATE TABLE reply ( -- append-only
    id INTEGER NOT NULL,
    dispute_id INTEGER NOT NULL,
    player INTEGER NOT NULL,
    kind TEXT NOT NULL,
    words TEXT NOT NULL,
    form_key TEXT NOT NULL,
    replied_at TEXT NOT NULL,
    CONSTRAINT pk_reply PRIMARY KEY (id),
    CONSTRAINT uq_reply_dispute_id_player_form_key UNIQUE (dispute_id, player, form_key),
    CONSTRAINT fk_reply_dispute_id_dispute FOREIGN KEY(dispute_id) REFERENCES dispute (id)
);

CREATE TABLE outcome ( -- append-only
    id INTEGER NOT NULL,
    dispute_id INTEGER NOT NULL,
    club_id INTEGER NOT NULL,
    season INTEGER NOT NULL,
    how TEXT NOT NULL,
    "by" TEXT NOT NULL,
    words TEXT NOT NULL,
    law TEXT NOT NULL,
    ended_at TEXT NOT NULL,
    CONSTRAINT pk_outcome PRIMARY KEY (id),
    CONSTRAINT uq_outcome_dispute_id UNIQUE (dispute_id),
    CONSTRAINT fk_outcome_dispute_id_dispute FOREIGN KEY(dispute_id) REFERENCES dispute (id),
    CONSTRAINT fk_outcome_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE INDEX ix_outcome_club_id ON outcome (club_id, id);

CREATE INDEX ix_outcome_club_id_law ON outcome (club_id, law);

CREATE INDEX ix_outcome_club_id_season ON outcome (club_id, season);

CREATE INDEX ix_outcome_club_id_how ON outcome (club_id, how);

CREATE TABLE unopened (
    club_id INTEGER NOT NULL,
    member INTEGER NOT NULL,
    dispute_id INTEGER NOT NULL,
    CONSTRAINT pk_unopened PRIMARY KEY (club_id, member, dispute_id),
    CONSTRAINT fk_unopened_club_id_club FOREIGN KEY(club_id) REFERENCES club (id),
    CONSTRAINT fk_unopened_dispute_id_dispute FOREIGN KEY(dispute_id) REFERENCES dispute (id)
);

CREATE INDEX ix_unopened_dispute_id ON unopened (dispute_id);

INSERT INTO reply (dispute_id, player, kind, words, form_key, replied_at)
SELECT dispute_id, player, 'agrees', '', 'agreed', agreed_at FROM agreement ORDER BY id;

INSERT INTO outcome (dispute_id, club_id, season, how, "by", words, law, ended_at)
SELECT dispute.id, season_sheet.club_id, season_sheet.season,
    CASE
        WHEN dispute_end.how <> 'ruled' THEN dispute_end.how
        WHEN EXISTS (
            SELECT 1 FROM statement
            WHERE statement.partie_id = dispute.sheet_id AND statement.form_key = 'dispute ' || dispute.number
        ) OR EXISTS (
            SELECT 1 FROM turn JOIN statement ON statement.partie_id = turn.partie_id
            WHERE turn.company_id = dispute.sheet_id AND statement.form_key = 'dispute ' || dispute.number
        ) OR EXISTS (
            SELECT 1 FROM turn_result JOIN turn ON turn.id = turn_result.turn_id
            WHERE turn_result.form_key = 'dispute ' || dispute.number AND turn.company_id = dispute.sheet_id
        ) THEN 'corrected'
        WHEN EXISTS (
            SELECT 1 FROM dispute AS other JOIN dispute_end AS its ON its.dispute_id = other.id
            WHERE other.sheet_id = dispute.sheet_id AND other.number > dispute.number
            AND its.ended_at = dispute_end.ended_at AND other.correction <> ''
        ) THEN 'otherwise'
        ELSE 'upheld'
    END,
    dispute_end."by", dispute_end.words, dispute_end.law, dispute_end.ended_at
FROM dispute_end JOIN dispute ON dispute.id = dispute_end.dispute_id
JOIN season_sheet ON season_sheet.sheet_id = dispute.sheet_id ORDER BY dispute_end.id;
