"""A phone on the table: the dialogue, the keys, and what a tap adds, or why it adds nothing.

Findings, corrections, the proof, what-if, charts and the view of a deal belong here too. Nothing
here knows Flask or a database: the club's pages and the page without the club run the same code.
The pages themselves are the templates in `templates/table`.
"""
