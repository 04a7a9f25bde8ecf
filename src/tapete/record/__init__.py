"""The record: what happened at a table, kept so that nobody can change it unseen.

One accepted act is one :class:`~tapete.record.entry.Entry`. The shortest way through this package:

* :func:`tapete.record.compose.compose` makes an entry of a turn, with its private part split off and sealed;
* :func:`tapete.record.store.open_store` opens a store, ``store.take_over(table)`` gives the one writer of a table;
* :func:`tapete.record.recompute.replay` folds events back into a state;
* :func:`tapete.record.audit.audit` checks a store or an export from end to end;
* :mod:`tapete.record.notation` writes and reads a table as a text file.

The record knows games only through :class:`tapete.kernel.Game`.
"""
