CREATE TABLE attempt (
    "key" TEXT NOT NULL,
    hits INTEGER NOT NULL,
    until TEXT NOT NULL,
    CONSTRAINT pk_attempt PRIMARY KEY ("key")
);

CREATE INDEX ix_attempt_until ON attempt (until);

CREATE TABLE sent_version (
    code TEXT NOT NULL,
    version TEXT NOT NULL,
    CONSTRAINT pk_sent_version PRIMARY KEY (code)
);

CREATE TABLE setup_link ( -- append-only
    id INTEGER NOT NULL,
    token_hash TEXT NOT NULL,
    made_at TEXT NOT NULL,
    CONSTRAINT pk_setup_link PRIMARY KEY (id),
    CONSTRAINT uq_setup_link_token_hash UNIQUE (token_hash)
);

CREATE TABLE sheet ( -- append-only
    id INTEGER NOT NULL,
    code TEXT NOT NULL,
    kind TEXT NOT NULL,
    terms TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_sheet PRIMARY KEY (id),
    CONSTRAINT uq_sheet_code UNIQUE (code)
);

CREATE TABLE sign_out ( -- append-only
    id INTEGER NOT NULL,
    session TEXT NOT NULL,
    signed_out_at TEXT NOT NULL,
    CONSTRAINT pk_sign_out PRIMARY KEY (id),
    CONSTRAINT uq_sign_out_session UNIQUE (session)
);

CREATE TABLE club ( -- append-only
    id INTEGER NOT NULL,
    code TEXT NOT NULL,
    setup_link_id INTEGER NOT NULL,
    opened_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_club PRIMARY KEY (id),
    CONSTRAINT uq_club_code UNIQUE (code),
    CONSTRAINT uq_club_setup_link_id UNIQUE (setup_link_id),
    CONSTRAINT fk_club_setup_link_id_setup_link FOREIGN KEY(setup_link_id) REFERENCES setup_link (id)
);

CREATE TABLE day_of_play ( -- append-only
    id INTEGER NOT NULL,
    sheet_id INTEGER NOT NULL,
    day TEXT NOT NULL,
    set_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_day_of_play PRIMARY KEY (id),
    CONSTRAINT fk_day_of_play_sheet_id_sheet FOREIGN KEY(sheet_id) REFERENCES sheet (id)
);

CREATE INDEX ix_day_of_play_sheet_id ON day_of_play (sheet_id);

CREATE TABLE dispute ( -- append-only
    id INTEGER NOT NULL,
    sheet_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    player INTEGER NOT NULL,
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    turn INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    correction TEXT NOT NULL,
    raised_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_dispute PRIMARY KEY (id),
    CONSTRAINT uq_dispute_sheet_id_number UNIQUE (sheet_id, number),
    CONSTRAINT fk_dispute_sheet_id_sheet FOREIGN KEY(sheet_id) REFERENCES sheet (id)
);

CREATE TABLE player ( -- append-only
    id INTEGER NOT NULL,
    sheet_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    member INTEGER NOT NULL,
    salt TEXT NOT NULL,
    sealed TEXT NOT NULL,
    CONSTRAINT pk_player PRIMARY KEY (id),
    CONSTRAINT uq_player_sheet_id_seat UNIQUE (sheet_id, seat),
    CONSTRAINT uq_player_sheet_id_name UNIQUE (sheet_id, name),
    CONSTRAINT fk_player_sheet_id_sheet FOREIGN KEY(sheet_id) REFERENCES sheet (id)
);

CREATE INDEX ix_player_member ON player (member, sheet_id);

CREATE TABLE scoring_link ( -- append-only
    id INTEGER NOT NULL,
    sheet_id INTEGER NOT NULL,
    token_hash TEXT NOT NULL,
    made_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_scoring_link PRIMARY KEY (id),
    CONSTRAINT fk_scoring_link_sheet_id_sheet FOREIGN KEY(sheet_id) REFERENCES sheet (id),
    CONSTRAINT uq_scoring_link_token_hash UNIQUE (token_hash)
);

CREATE INDEX ix_scoring_link_sheet_id ON scoring_link (sheet_id);

CREATE TABLE signature ( -- append-only
    id INTEGER NOT NULL,
    sheet_id INTEGER NOT NULL,
    player INTEGER NOT NULL,
    name TEXT NOT NULL,
    signed_at TEXT NOT NULL,
    covers TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_signature PRIMARY KEY (id),
    CONSTRAINT uq_signature_sheet_id_player_covers UNIQUE (sheet_id, player, covers),
    CONSTRAINT fk_signature_sheet_id_sheet FOREIGN KEY(sheet_id) REFERENCES sheet (id)
);

CREATE TABLE statement ( -- append-only
    id INTEGER NOT NULL,
    partie_id INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    position INTEGER NOT NULL,
    text TEXT NOT NULL,
    form_key TEXT NOT NULL,
    recorded_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_statement PRIMARY KEY (id),
    CONSTRAINT uq_statement_partie_id_deal_position UNIQUE (partie_id, deal, position),
    CONSTRAINT uq_statement_partie_id_form_key_position UNIQUE (partie_id, form_key, position),
    CONSTRAINT fk_statement_partie_id_sheet FOREIGN KEY(partie_id) REFERENCES sheet (id)
);

CREATE TABLE turn ( -- append-only
    id INTEGER NOT NULL,
    company_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    partie_id INTEGER,
    begun_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_turn PRIMARY KEY (id),
    CONSTRAINT uq_turn_company_id_number UNIQUE (company_id, number),
    CONSTRAINT fk_turn_company_id_sheet FOREIGN KEY(company_id) REFERENCES sheet (id),
    CONSTRAINT uq_turn_partie_id UNIQUE (partie_id),
    CONSTRAINT fk_turn_partie_id_sheet FOREIGN KEY(partie_id) REFERENCES sheet (id)
);

CREATE TABLE credential ( -- append-only
    id INTEGER NOT NULL,
    club_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    member INTEGER NOT NULL,
    name TEXT NOT NULL,
    secret_hash TEXT NOT NULL,
    made_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_credential PRIMARY KEY (id),
    CONSTRAINT fk_credential_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE INDEX ix_credential_club_id_member ON credential (club_id, member);

CREATE INDEX ix_credential_secret_hash ON credential (secret_hash);

CREATE TABLE entrant (
    club_id INTEGER NOT NULL,
    season INTEGER NOT NULL,
    member INTEGER NOT NULL,
    withdrew INTEGER NOT NULL,
    CONSTRAINT pk_entrant PRIMARY KEY (club_id, season, member),
    CONSTRAINT fk_entrant_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE TABLE entry ( -- append-only
    id INTEGER NOT NULL,
    club_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    season INTEGER NOT NULL,
    code TEXT NOT NULL,
    text TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_entry PRIMARY KEY (id),
    CONSTRAINT uq_entry_club_id_number UNIQUE (club_id, number),
    CONSTRAINT fk_entry_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE INDEX ix_entry_club_id_code ON entry (club_id, code);

CREATE INDEX ix_entry_club_id_kind ON entry (club_id, season, kind, number);

CREATE INDEX ix_entry_club_id_season ON entry (club_id, season, number);

CREATE TABLE fixture (
    club_id INTEGER NOT NULL,
    season INTEGER NOT NULL,
    round INTEGER NOT NULL,
    "table" INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    CONSTRAINT pk_fixture PRIMARY KEY (club_id, season, round, "table"),
    CONSTRAINT fk_fixture_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE TABLE meeting (
    club_id INTEGER NOT NULL,
    season INTEGER NOT NULL,
    member INTEGER NOT NULL,
    other INTEGER NOT NULL,
    parties INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    points_won INTEGER NOT NULL,
    points_lost INTEGER NOT NULL,
    match_points INTEGER NOT NULL,
    rubicons_inflicted INTEGER NOT NULL,
    stakes INTEGER NOT NULL,
    CONSTRAINT pk_meeting PRIMARY KEY (club_id, season, member, other),
    CONSTRAINT fk_meeting_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE TABLE member (
    club_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    salt TEXT NOT NULL,
    sealed TEXT NOT NULL,
    status TEXT NOT NULL,
    merged_into INTEGER NOT NULL,
    role TEXT NOT NULL,
    CONSTRAINT pk_member PRIMARY KEY (club_id, number),
    CONSTRAINT fk_member_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE INDEX ix_member_club_id_merged_into ON member (club_id, merged_into);

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
    digest TEXT NOT NULL,
    CONSTRAINT pk_outcome PRIMARY KEY (id),
    CONSTRAINT uq_outcome_dispute_id UNIQUE (dispute_id),
    CONSTRAINT fk_outcome_dispute_id_dispute FOREIGN KEY(dispute_id) REFERENCES dispute (id),
    CONSTRAINT fk_outcome_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE INDEX ix_outcome_club_id ON outcome (club_id, id);

CREATE INDEX ix_outcome_club_id_how ON outcome (club_id, how);

CREATE INDEX ix_outcome_club_id_law ON outcome (club_id, law);

CREATE INDEX ix_outcome_club_id_season ON outcome (club_id, season);

CREATE TABLE posted_partie (
    club_id INTEGER NOT NULL,
    first_entry INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    moment TEXT NOT NULL,
    season INTEGER NOT NULL,
    round INTEGER NOT NULL,
    code TEXT NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    winner INTEGER NOT NULL,
    points INTEGER NOT NULL,
    rubicon INTEGER NOT NULL,
    lurch INTEGER NOT NULL,
    from_paper INTEGER NOT NULL,
    forfeit INTEGER NOT NULL,
    first_total INTEGER NOT NULL,
    first_as_elder INTEGER NOT NULL,
    first_as_younger INTEGER NOT NULL,
    first_elder_deals INTEGER NOT NULL,
    first_younger_deals INTEGER NOT NULL,
    first_piques INTEGER NOT NULL,
    first_repiques INTEGER NOT NULL,
    first_capots INTEGER NOT NULL,
    second_total INTEGER NOT NULL,
    second_as_elder INTEGER NOT NULL,
    second_as_younger INTEGER NOT NULL,
    second_elder_deals INTEGER NOT NULL,
    second_younger_deals INTEGER NOT NULL,
    second_piques INTEGER NOT NULL,
    second_repiques INTEGER NOT NULL,
    second_capots INTEGER NOT NULL,
    correctable_until TEXT NOT NULL,
    impossible TEXT NOT NULL,
    CONSTRAINT pk_posted_partie PRIMARY KEY (club_id, first_entry),
    CONSTRAINT fk_posted_partie_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE INDEX ix_posted_partie_club_id_first ON posted_partie (club_id, first, moment);

CREATE INDEX ix_posted_partie_club_id_moment ON posted_partie (club_id, moment);

CREATE INDEX ix_posted_partie_club_id_round ON posted_partie (club_id, season, round);

CREATE INDEX ix_posted_partie_club_id_season ON posted_partie (club_id, season, moment);

CREATE INDEX ix_posted_partie_club_id_season_correctable_until ON posted_partie (club_id, season, correctable_until);

CREATE INDEX ix_posted_partie_club_id_second ON posted_partie (club_id, second, moment);

CREATE TABLE projection_position (
    club_id INTEGER NOT NULL,
    through INTEGER NOT NULL,
    CONSTRAINT pk_projection_position PRIMARY KEY (club_id),
    CONSTRAINT fk_projection_position_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE TABLE rating (
    club_id INTEGER NOT NULL,
    member INTEGER NOT NULL,
    moment TEXT NOT NULL,
    rating FLOAT NOT NULL,
    deviation FLOAT NOT NULL,
    volatility FLOAT NOT NULL,
    parties INTEGER NOT NULL,
    CONSTRAINT pk_rating PRIMARY KEY (club_id, member, moment),
    CONSTRAINT fk_rating_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE INDEX ix_rating_club_id_moment ON rating (club_id, moment);

CREATE TABLE record (
    club_id INTEGER NOT NULL,
    season INTEGER NOT NULL,
    member INTEGER NOT NULL,
    kind TEXT NOT NULL,
    figure INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    CONSTRAINT pk_record PRIMARY KEY (club_id, season, member, kind),
    CONSTRAINT fk_record_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE INDEX ix_record_club_id_season_kind ON record (club_id, season, kind, figure);

CREATE TABLE reply ( -- append-only
    id INTEGER NOT NULL,
    dispute_id INTEGER NOT NULL,
    player INTEGER NOT NULL,
    kind TEXT NOT NULL,
    words TEXT NOT NULL,
    form_key TEXT NOT NULL,
    replied_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_reply PRIMARY KEY (id),
    CONSTRAINT uq_reply_dispute_id_player_form_key UNIQUE (dispute_id, player, form_key),
    CONSTRAINT fk_reply_dispute_id_dispute FOREIGN KEY(dispute_id) REFERENCES dispute (id)
);

CREATE TABLE revocation ( -- append-only
    id INTEGER NOT NULL,
    sheet_id INTEGER NOT NULL,
    link_id INTEGER NOT NULL,
    revoked_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_revocation PRIMARY KEY (id),
    CONSTRAINT fk_revocation_sheet_id_sheet FOREIGN KEY(sheet_id) REFERENCES sheet (id),
    CONSTRAINT uq_revocation_link_id UNIQUE (link_id),
    CONSTRAINT fk_revocation_link_id_scoring_link FOREIGN KEY(link_id) REFERENCES scoring_link (id)
);

CREATE INDEX ix_revocation_sheet_id ON revocation (sheet_id);

CREATE TABLE season (
    club_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    terms TEXT NOT NULL,
    closed INTEGER NOT NULL,
    CONSTRAINT pk_season PRIMARY KEY (club_id, number),
    CONSTRAINT fk_season_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE TABLE season_round (
    club_id INTEGER NOT NULL,
    season INTEGER NOT NULL,
    round INTEGER NOT NULL,
    day TEXT NOT NULL,
    CONSTRAINT pk_season_round PRIMARY KEY (club_id, season, round),
    CONSTRAINT fk_season_round_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE TABLE season_sheet ( -- append-only
    id INTEGER NOT NULL,
    sheet_id INTEGER NOT NULL,
    club_id INTEGER NOT NULL,
    season INTEGER NOT NULL,
    round INTEGER NOT NULL,
    kind TEXT NOT NULL,
    added_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_season_sheet PRIMARY KEY (id),
    CONSTRAINT uq_season_sheet_sheet_id UNIQUE (sheet_id),
    CONSTRAINT fk_season_sheet_sheet_id_sheet FOREIGN KEY(sheet_id) REFERENCES sheet (id),
    CONSTRAINT fk_season_sheet_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE INDEX ix_season_sheet_club_id_kind ON season_sheet (club_id, kind, sheet_id);

CREATE INDEX ix_season_sheet_club_id_season ON season_sheet (club_id, season);

CREATE TABLE setting ( -- append-only
    id INTEGER NOT NULL,
    club_id INTEGER NOT NULL,
    member INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    set_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_setting PRIMARY KEY (id),
    CONSTRAINT fk_setting_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE INDEX ix_setting_club_id_name ON setting (club_id, name, member);

CREATE TABLE tally (
    club_id INTEGER NOT NULL,
    season INTEGER NOT NULL,
    member INTEGER NOT NULL,
    parties INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    match_points INTEGER NOT NULL,
    points_won INTEGER NOT NULL,
    points_lost INTEGER NOT NULL,
    adjusted INTEGER NOT NULL,
    match_adjusted INTEGER NOT NULL,
    rubicons_inflicted INTEGER NOT NULL,
    rubicons_suffered INTEGER NOT NULL,
    piques INTEGER NOT NULL,
    repiques INTEGER NOT NULL,
    capots INTEGER NOT NULL,
    as_elder INTEGER NOT NULL,
    as_younger INTEGER NOT NULL,
    elder_deals INTEGER NOT NULL,
    younger_deals INTEGER NOT NULL,
    forfeits INTEGER NOT NULL,
    byes INTEGER NOT NULL,
    CONSTRAINT pk_tally PRIMARY KEY (club_id, season, member),
    CONSTRAINT fk_tally_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE TABLE turn_result ( -- append-only
    id INTEGER NOT NULL,
    turn_id INTEGER NOT NULL,
    result TEXT NOT NULL,
    form_key TEXT NOT NULL,
    recorded_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_turn_result PRIMARY KEY (id),
    CONSTRAINT uq_turn_result_turn_id_form_key UNIQUE (turn_id, form_key),
    CONSTRAINT fk_turn_result_turn_id_turn FOREIGN KEY(turn_id) REFERENCES turn (id)
);

CREATE TABLE unopened (
    club_id INTEGER NOT NULL,
    member INTEGER NOT NULL,
    dispute_id INTEGER NOT NULL,
    CONSTRAINT pk_unopened PRIMARY KEY (club_id, member, dispute_id),
    CONSTRAINT fk_unopened_club_id_club FOREIGN KEY(club_id) REFERENCES club (id),
    CONSTRAINT fk_unopened_dispute_id_dispute FOREIGN KEY(dispute_id) REFERENCES dispute (id)
);

CREATE INDEX ix_unopened_dispute_id ON unopened (dispute_id);

CREATE TABLE unposted (
    club_id INTEGER NOT NULL,
    code TEXT NOT NULL,
    season INTEGER NOT NULL,
    CONSTRAINT pk_unposted PRIMARY KEY (club_id, code),
    CONSTRAINT fk_unposted_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE INDEX ix_unposted_club_id_season ON unposted (club_id, season);

CREATE TABLE credential_end ( -- append-only
    id INTEGER NOT NULL,
    club_id INTEGER NOT NULL,
    credential_id INTEGER NOT NULL,
    ended_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    CONSTRAINT pk_credential_end PRIMARY KEY (id),
    CONSTRAINT fk_credential_end_club_id_club FOREIGN KEY(club_id) REFERENCES club (id),
    CONSTRAINT uq_credential_end_credential_id UNIQUE (credential_id),
    CONSTRAINT fk_credential_end_credential_id_credential FOREIGN KEY(credential_id) REFERENCES credential (id)
);

CREATE INDEX ix_credential_end_club_id ON credential_end (club_id);

CREATE TABLE posting ( -- append-only
    id INTEGER NOT NULL,
    entry_id INTEGER NOT NULL,
    club_id INTEGER NOT NULL,
    season INTEGER NOT NULL,
    member INTEGER NOT NULL,
    commodity TEXT NOT NULL,
    amount INTEGER NOT NULL,
    CONSTRAINT pk_posting PRIMARY KEY (id),
    CONSTRAINT fk_posting_entry_id_entry FOREIGN KEY(entry_id) REFERENCES entry (id),
    CONSTRAINT fk_posting_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);

CREATE INDEX ix_posting_balance ON posting (club_id, season, member, commodity, entry_id, amount);

CREATE INDEX ix_posting_entry_id ON posting (entry_id);

CREATE TABLE reversal ( -- append-only
    entry_id INTEGER NOT NULL,
    by_id INTEGER NOT NULL,
    CONSTRAINT pk_reversal PRIMARY KEY (entry_id),
    CONSTRAINT fk_reversal_entry_id_entry FOREIGN KEY(entry_id) REFERENCES entry (id),
    CONSTRAINT uq_reversal_by_id UNIQUE (by_id),
    CONSTRAINT fk_reversal_by_id_entry FOREIGN KEY(by_id) REFERENCES entry (id)
);
