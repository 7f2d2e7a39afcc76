"""Who belongs to a club: its members, and the club itself."""
