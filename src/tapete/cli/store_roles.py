"""``tapete store``: what the owner of a PostgreSQL database does with it, so that the hall need not be its owner."""

from __future__ import annotations

from typing import Annotated

import typer

from tapete.cli import default_paths, output
from tapete.cli.help_words import SpokenCommand, SpokenGroup

store_app = typer.Typer(
    cls=SpokenGroup,
    help="The tables of a PostgreSQL store: made and changed by their owner, written by a role that can only add.",
    no_args_is_help=True,
)
store_app.callback()(output.group)


@store_app.command("grant", cls=SpokenCommand)
def grant(
    store: Annotated[str, typer.Argument(help="postgresql:// address, with the owner of the tables.")],
    role: Annotated[str, typer.Argument(help="Role of the hall. It must be there already, and own nothing.")],
    sql: Annotated[bool, typer.Option("--sql", help="Print the statements instead of giving the rights.")] = False,
    lang: output.LangOption = output.LANGS[0],
) -> None:
    """Bring the tables of a store up to date, and give a role the rights of a hall: to read everything and to add to
    the record, but not to change it. Do it again after each upgrade, before the hall starts.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.cli import stores
    from tapete.record.store import StoreError, open_store, store as roles
    from tapete.record.store.engine import connect, is_unreachable, read_url

    where = stores.public_address(store)
    if default_paths.database_file(store) is not None:
        output.bad_input("store-without-roles", store=where)
    stores.has_hall(store)  # says in a sentence what is wrong with the address
    engine = connect(read_url(store))
    try:
        if sql:
            for statement in roles.grants(engine, role):
                typer.echo(f"{statement};")
            return
        open_store(store).close()
        roles.grant(engine, role)
    except (StoreError, SQLAlchemyError) as error:
        if is_unreachable(error):
            stores.lost(error, store)
        output.bad_input("store-failed", store=where, why=output.why(error))
    finally:
        engine.dispose()
    typer.echo(output.say("store-granted", store=where, role=role))
