"""What the library's modules share: one module for each game stands above this room, such as ``tapete.chemin_de_fer``.

``opening`` opens a table with a shoe; ``table`` is the table that a program holds; ``course`` carries a coup on by the
acts that leave nobody a choice; ``notation`` writes down what was played; ``names`` are the acts, effects and terms
that every card game has.
"""
