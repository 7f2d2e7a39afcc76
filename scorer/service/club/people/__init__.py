"""Who belongs to a club, and who acts for it: members, sign-in and the club itself."""
