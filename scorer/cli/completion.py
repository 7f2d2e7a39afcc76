"""What a shell offers for the Tab key: topics, rulesets, tables and clubs.

A function is asked with what has been typed of a word. What it needs is imported when it is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from click import Context, Parameter
from click.shell_completion import CompletionItem


def topics(_ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the topics of the reference, with their titles."""
    from ..service.topics import TOPICS

    return _beginning(incomplete, TOPICS)


def presets(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the rulesets with their titles; none for the house rules that follow one."""
    from ..rules.presets import PRESETS

    if param.name and param.nargs == -1 and ctx.params.get(param.name):
        return []
    return _beginning(incomplete, {each.id: each.title for each in PRESETS.values()})


def tables(_ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the tables of an export, with what they have."""
    from ..service.club.transfer.export_tables import TABLES

    return _beginning(incomplete, {each.name: each.described.meaning for each in TABLES.values()})


def clubs(ctx: Context, _param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the codes of the clubs of the book, with their names; none if it cannot be read."""
    from sqlalchemy.exc import SQLAlchemyError

    from ..resources import Location
    from ..service.club.services import club_services
    from ..service.keeping import Unusable, open_to_read

    where = Location(ctx.params.get("data"), ctx.params.get("database") or "")
    try:
        parties = open_to_read(where)
    except (OSError, Unusable):
        return []
    try:
        found = club_services(parties).clubs.clubs()
    except (SQLAlchemyError, ValueError):
        return []
    finally:
        parties.engine.dispose()
    return _beginning(incomplete.upper(), {each.code: str(each.name) for each in found})


def _beginning(incomplete: str, named: Mapping[str, str]) -> list[CompletionItem]:
    found: Iterable[str] = (name for name in named if name.startswith(incomplete))
    return [CompletionItem(name, help=named[name]) for name in found]
