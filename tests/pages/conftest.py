"""Databases are made quickly: these tests are about what is shown of them."""

from tests.quick_books import quick_books

__all__ = ["quick_books"]
