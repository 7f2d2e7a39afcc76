CREATE TABLE renaming ( -- append-only
    id INTEGER NOT NULL,
    sheet_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    salt TEXT NOT NULL,
    sealed TEXT NOT NULL,
    CONSTRAINT pk_renaming PRIMARY KEY (id),
    CONSTRAINT uq_renaming_sheet_id_seat_sealed UNIQUE (sheet_id, seat, sealed),
    CONSTRAINT fk_renaming_sheet_id_sheet FOREIGN KEY(sheet_id) REFERENCES sheet (id)
);
