CREATE INDEX ix_posted_partie_points_of_first ON posted_partie (club_id, first, season, first_entry, winner, points);

CREATE INDEX ix_posted_partie_points_of_second ON posted_partie (club_id, second, season, first_entry, winner, points);
