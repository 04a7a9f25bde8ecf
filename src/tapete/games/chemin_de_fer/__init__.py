"""Chemin de fer («ferrocarril», «bacarrá»): one player holds the bank, the others cover it.

One module for each sub-machine. The bank: ``rotation`` (whom it comes to), ``taking``, ``bank`` (its amount),
``associates``, ``passing`` (how it leaves), ``auctioning``, ``garage`` and ``garaging``, ``passer``, ``absence``. The
coup: ``calls``, ``award``, ``dealing``, ``hands``, ``turns``, ``duties``, ``findings``, ``irregular``, ``ending``;
``seating`` and ``shoe`` about them. ``flow`` carries the procedure on, ``evolve``, ``books`` and ``postings`` keep the
books, ``view`` and ``options`` answer the viewers.
"""
