"""Alembic's entry: runs the migrations on the connection that the store hands over."""

from alembic import context

from tapete.record.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    transaction_per_migration=False,
)
context.run_migrations()
