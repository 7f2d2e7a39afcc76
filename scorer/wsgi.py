"""The pages of a book for any WSGI server, such as `gunicorn scorer.wsgi:app`.

Variables of the environment set it up, which `scorer help server` explains. Several processes may
serve one book: what they share is in it.
"""

from .web.environment import start

__all__ = ["app"]

app = start()
