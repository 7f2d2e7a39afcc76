"""The command that prints the topics, the reference that the web shows as pages."""

from __future__ import annotations

import re

import click

from ..service.topics import TOPICS, topic_text
from . import UNREADABLE, give_up

LINK = re.compile(r"\[([^\]]+)\]\([^)\s]+\)")


@click.command("help")
@click.argument("topic", required=False)
def show_topic(topic: str | None) -> None:
    """Print a topic of the reference, or the list of topics."""
    if topic is None:
        click.echo("Topics, each printed by scorer help TOPIC:\n")
        for name, title in TOPICS.items():
            click.echo(f"  {name:<{max(map(len, TOPICS))}}  {title}")
        click.echo("\nThe options of a command: scorer COMMAND --help")
    elif topic in TOPICS:
        click.echo(LINK.sub(r"\1", topic_text(topic)), nl=False)
    else:
        give_up(f"there is no topic {topic}; choose one of {', '.join(TOPICS)}", status=UNREADABLE)
