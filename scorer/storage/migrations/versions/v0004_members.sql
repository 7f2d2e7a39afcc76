ALTER TABLE member ADD COLUMN salt TEXT NOT NULL DEFAULT '';

ALTER TABLE member ADD COLUMN sealed TEXT NOT NULL DEFAULT '';

ALTER TABLE member ADD COLUMN status TEXT NOT NULL DEFAULT 'member';

ALTER TABLE member ADD COLUMN merged_into INTEGER NOT NULL DEFAULT 0;

CREATE INDEX ix_member_club_id_merged_into ON member (club_id, merged_into);
