"""What a reader sees of fixed books and of the terminal,
as text that is frozen and reviewed as a diff.
"""
