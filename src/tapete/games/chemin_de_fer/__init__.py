"""Chemin de fer («ferrocarril», «bacarrá»): one player holds the bank, the others cover it.

One room for each sub-machine: seating, bank, garage, cover, coup, duties, findings, irregular, ending; ``flow``
carries the procedure on, ``evolve`` and ``postings`` keep the books, ``view`` and ``options`` answer the viewers.
"""
