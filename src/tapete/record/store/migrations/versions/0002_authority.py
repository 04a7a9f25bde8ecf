"""What only a hall with its key can write: tags of entries, signed writers, checkpoints that say more.

Rows of before keep no tag and no signature. A checkpoint may now be said again by a later writer, and once more when
they write no more.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

OLD = ("table_id", "version", "key", "head", "time", "signature")
NEW = (
    ("epoch", sa.BigInteger, "0"),
    ("closed", sa.BigInteger, "0"),
    ("tagged_from", sa.BigInteger, "0"),
    ("witnessed", sa.BigInteger, "0"),
    ("adopted_from", sa.BigInteger, "0"),
)
KEY = ("table_id", "version", "key", "epoch", "closed")


def upgrade() -> None:
    op.add_column("entries", sa.Column("tag", sa.Text))
    op.add_column("writers", sa.Column("key", sa.Text))
    op.add_column("writers", sa.Column("signature", sa.Text))
    if op.get_bind().dialect.name == "sqlite":
        _rebuild()
        return
    for name, kind, default in NEW:
        op.add_column("checkpoints", sa.Column(name, kind, nullable=False, server_default=default))
    op.drop_constraint("pk_checkpoints", "checkpoints")
    op.create_primary_key("pk_checkpoints", "checkpoints", list(KEY))


def _rebuild() -> None:
    """SQLite changes no primary key: the table is made again, with its triggers."""
    op.rename_table("checkpoints", "checkpoints_before")
    op.create_table(
        "checkpoints",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.Column("time", sa.Text, nullable=False),
        sa.Column("signature", sa.Text, nullable=False),
        *(sa.Column(name, kind, nullable=False, server_default=default) for name, kind, default in NEW),
        sa.PrimaryKeyConstraint(*KEY, name="pk_checkpoints"),
        sa.ForeignKeyConstraint(["table_id"], ["writers.table_id"], name="fk_checkpoints_table_id_writers"),
    )
    columns = ", ".join(OLD)
    op.execute(f"INSERT INTO checkpoints ({columns}) SELECT {columns} FROM checkpoints_before")  # noqa: S608
    op.drop_table("checkpoints_before")
    refuse = "BEGIN SELECT RAISE(ABORT, 'rows of checkpoints are written once'); END"
    op.execute(f"CREATE TRIGGER checkpoints_no_update BEFORE UPDATE ON checkpoints {refuse}")
    op.execute(f"CREATE TRIGGER checkpoints_no_delete BEFORE DELETE ON checkpoints {refuse}")
    same = " AND ".join(f"{key} = NEW.{key}" for key in KEY)
    exists = f"WHEN EXISTS (SELECT 1 FROM checkpoints WHERE {same})"  # noqa: S608  # names from this file
    op.execute(f"CREATE TRIGGER checkpoints_no_replace BEFORE INSERT ON checkpoints {exists} {refuse}")
