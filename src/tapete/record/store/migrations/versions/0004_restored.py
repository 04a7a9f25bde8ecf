"""A checkpoint may say that a table was put back from a copy, and up to which entry its record was known before."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("checkpoints", sa.Column("restored_from", sa.BigInteger, nullable=False, server_default="0"))
