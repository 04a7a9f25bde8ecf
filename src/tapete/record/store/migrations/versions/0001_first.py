"""The first schema, and the triggers that keep what is written."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

KEYS: dict[str, tuple[str, ...]] = {
    "entries": ("table_id", "version"),
    "commands": ("table_id", "command_id"),
    "rulebooks": ("sha256",),
    "shoes": ("table_id", "shoe"),
    "checkpoints": ("table_id", "version", "key"),
}


def upgrade() -> None:
    table_id = ("table_id", sa.Text)
    op.create_table(
        "writers",
        sa.Column(*table_id, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_writers"),
    )
    op.create_table(
        "entries",
        sa.Column(*table_id, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("private", sa.LargeBinary),
        sa.PrimaryKeyConstraint("table_id", "version", name="pk_entries"),
        sa.ForeignKeyConstraint(["table_id"], ["writers.table_id"], name="fk_entries_table_id_writers"),
    )
    op.create_table(
        "commands",
        sa.Column(*table_id, nullable=False),
        sa.Column("command_id", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("body_digest", sa.Text, nullable=False),
        sa.Column("answer", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "command_id", name="pk_commands"),
        sa.ForeignKeyConstraint(
            ["table_id", "version"], ["entries.table_id", "entries.version"], name="fk_commands_table_id_entries"
        ),
    )
    op.create_table(
        "rulebooks",
        sa.Column("sha256", sa.Text, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("sha256", name="pk_rulebooks"),
    )
    op.create_table(
        "checkpoints",
        sa.Column(*table_id, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.Column("time", sa.Text, nullable=False),
        sa.Column("signature", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "version", "key", name="pk_checkpoints"),
        sa.ForeignKeyConstraint(["table_id"], ["writers.table_id"], name="fk_checkpoints_table_id_writers"),
    )
    op.create_table(
        "shoes",
        sa.Column(*table_id, nullable=False),
        sa.Column("shoe", sa.BigInteger, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "shoe", name="pk_shoes"),
        sa.ForeignKeyConstraint(["table_id"], ["writers.table_id"], name="fk_shoes_table_id_writers"),
    )
    op.create_table(
        "people",
        sa.Column("pseudonym", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("pseudonym", name="pk_people"),
    )
    if op.get_bind().dialect.name == "sqlite":
        _keep_sqlite()
    else:
        _keep_postgresql()


def _keep_sqlite() -> None:
    for table, keys in KEYS.items():
        refuse = f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are written once'); END"
        op.execute(f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} {refuse}")
        op.execute(f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {refuse}")
        # INSERT OR REPLACE deletes without a delete trigger, so a second row of the same key is stopped here
        same = " AND ".join(f"{key} = NEW.{key}" for key in keys)
        exists = f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same})"  # noqa: S608  # names from this file
        op.execute(f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} {exists} {refuse}")


def _keep_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION tapete_written_once() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'rows of % are written once', TG_TABLE_NAME; END $$"
    )
    for table in KEYS:
        op.execute(
            f"CREATE TRIGGER {table}_written_once BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION tapete_written_once()"
        )
        op.execute(
            f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION tapete_written_once()"
        )
