"""How Alembic runs here: on the connection that `scorer.storage.engine.migrate` hands it."""

from alembic import context

from scorer.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
