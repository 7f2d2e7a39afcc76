CREATE TABLE pair ( -- append-only
    id INTEGER NOT NULL,
    code TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_pair PRIMARY KEY (id),
    CONSTRAINT uq_pair_code UNIQUE (code)
);

CREATE TABLE pair_link ( -- append-only
    id INTEGER NOT NULL,
    pair_id INTEGER NOT NULL,
    token_hash TEXT NOT NULL,
    made_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_pair_link PRIMARY KEY (id),
    CONSTRAINT fk_pair_link_pair_id_pair FOREIGN KEY(pair_id) REFERENCES pair (id),
    CONSTRAINT uq_pair_link_token_hash UNIQUE (token_hash)
);

CREATE INDEX ix_pair_link_pair_id ON pair_link (pair_id);

CREATE TABLE pair_sheet ( -- append-only
    id INTEGER NOT NULL,
    sheet_id INTEGER NOT NULL,
    pair_id INTEGER NOT NULL,
    "left" INTEGER NOT NULL,
    set_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_pair_sheet PRIMARY KEY (id),
    CONSTRAINT fk_pair_sheet_sheet_id_sheet FOREIGN KEY(sheet_id) REFERENCES sheet (id),
    CONSTRAINT fk_pair_sheet_pair_id_pair FOREIGN KEY(pair_id) REFERENCES pair (id)
);

CREATE INDEX ix_pair_sheet_pair_id ON pair_sheet (pair_id);

CREATE INDEX ix_pair_sheet_sheet_id ON pair_sheet (sheet_id);

CREATE TABLE pair_setting ( -- append-only
    id INTEGER NOT NULL,
    pair_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    text TEXT NOT NULL,
    salt TEXT NOT NULL,
    sealed TEXT NOT NULL,
    set_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_pair_setting PRIMARY KEY (id),
    CONSTRAINT fk_pair_setting_pair_id_pair FOREIGN KEY(pair_id) REFERENCES pair (id)
);

CREATE INDEX ix_pair_setting_pair_id_name ON pair_setting (pair_id, name);

CREATE TABLE sheet_note ( -- append-only
    id INTEGER NOT NULL,
    sheet_id INTEGER NOT NULL,
    text TEXT NOT NULL,
    salt TEXT NOT NULL,
    sealed TEXT NOT NULL,
    set_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_sheet_note PRIMARY KEY (id),
    CONSTRAINT fk_sheet_note_sheet_id_sheet FOREIGN KEY(sheet_id) REFERENCES sheet (id)
);

CREATE INDEX ix_sheet_note_sheet_id ON sheet_note (sheet_id);

CREATE TABLE pair_partie (
    pair_id INTEGER NOT NULL,
    sheet_id INTEGER NOT NULL,
    status TEXT NOT NULL,
    seat INTEGER NOT NULL,
    day TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    code TEXT NOT NULL,
    rules TEXT NOT NULL,
    winner INTEGER NOT NULL,
    paid INTEGER NOT NULL,
    in_parties INTEGER NOT NULL,
    rubicon INTEGER NOT NULL,
    left_total INTEGER NOT NULL,
    left_as_elder INTEGER NOT NULL,
    left_as_younger INTEGER NOT NULL,
    left_elder_deals INTEGER NOT NULL,
    left_younger_deals INTEGER NOT NULL,
    left_piques INTEGER NOT NULL,
    left_repiques INTEGER NOT NULL,
    left_capots INTEGER NOT NULL,
    right_total INTEGER NOT NULL,
    right_as_elder INTEGER NOT NULL,
    right_as_younger INTEGER NOT NULL,
    right_elder_deals INTEGER NOT NULL,
    right_younger_deals INTEGER NOT NULL,
    right_piques INTEGER NOT NULL,
    right_repiques INTEGER NOT NULL,
    right_capots INTEGER NOT NULL,
    left_best INTEGER NOT NULL,
    left_best_deal INTEGER NOT NULL,
    right_best INTEGER NOT NULL,
    right_best_deal INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    unknown INTEGER NOT NULL,
    to_elder INTEGER NOT NULL,
    to_younger INTEGER NOT NULL,
    moments TEXT NOT NULL,
    CONSTRAINT pk_pair_partie PRIMARY KEY (pair_id, sheet_id),
    CONSTRAINT fk_pair_partie_pair_id_pair FOREIGN KEY(pair_id) REFERENCES pair (id),
    CONSTRAINT fk_pair_partie_sheet_id_sheet FOREIGN KEY(sheet_id) REFERENCES sheet (id)
);

CREATE INDEX ix_pair_partie_left_best ON pair_partie (pair_id, status, left_best);

CREATE INDEX ix_pair_partie_right_best ON pair_partie (pair_id, status, right_best);

CREATE INDEX ix_pair_partie_sheet_id ON pair_partie (sheet_id);

CREATE INDEX ix_pair_partie_steps ON pair_partie (pair_id, status, day, opened_at, code, winner, paid, in_parties, rules);

CREATE TABLE pair_sum (
    pair_id INTEGER NOT NULL,
    year TEXT NOT NULL,
    rules TEXT NOT NULL,
    parties INTEGER NOT NULL,
    level INTEGER NOT NULL,
    with_unknown INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    unknown INTEGER NOT NULL,
    to_elder INTEGER NOT NULL,
    to_younger INTEGER NOT NULL,
    left_won INTEGER NOT NULL,
    left_points_won INTEGER NOT NULL,
    left_parties_won INTEGER NOT NULL,
    left_rubicons INTEGER NOT NULL,
    left_as_elder INTEGER NOT NULL,
    left_as_younger INTEGER NOT NULL,
    left_elder_deals INTEGER NOT NULL,
    left_younger_deals INTEGER NOT NULL,
    left_piques INTEGER NOT NULL,
    left_repiques INTEGER NOT NULL,
    left_capots INTEGER NOT NULL,
    right_won INTEGER NOT NULL,
    right_points_won INTEGER NOT NULL,
    right_parties_won INTEGER NOT NULL,
    right_rubicons INTEGER NOT NULL,
    right_as_elder INTEGER NOT NULL,
    right_as_younger INTEGER NOT NULL,
    right_elder_deals INTEGER NOT NULL,
    right_younger_deals INTEGER NOT NULL,
    right_piques INTEGER NOT NULL,
    right_repiques INTEGER NOT NULL,
    right_capots INTEGER NOT NULL,
    CONSTRAINT pk_pair_sum PRIMARY KEY (pair_id, year, rules),
    CONSTRAINT fk_pair_sum_pair_id_pair FOREIGN KEY(pair_id) REFERENCES pair (id)
);
