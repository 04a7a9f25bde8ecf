"""Why two troubles cannot meet about one object: of each reason the kind of object, the first, the second."""

OF_A_CLOTH = "given-unasked wrong-holder two-words misspoken wrong-word no-natural"
OF_THE_BANK = "misannounced against-table"

REASONS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "a card leaves the shoe once, and this one is out of it": (
        ("card", "*", "early-draw"),
        ("card", "stuck given-unasked", "exposed-in-shoe"),
        ("card", "floor exposed misplaced basket dealt-astray", "dealt-astray"),
        ("card", "early-draw floor exposed misplaced basket", "given-unasked"),
        ("card", "given-unasked", "dealt-astray"),
    ),
    "the card is out of play, and the next one takes its place": (
        ("card", "exposed-in-shoe", "dealt-astray given-unasked"),
    ),
    "the coup is void and the cards that stuck are out of play": (
        ("card", "stuck", "floor exposed misplaced basket dealt-astray given-unasked"),
    ),
    "the card lies face up already": (
        ("card", "exposed", "exposed"),
        ("card", "given-unasked", "exposed"),
        ("hand", "no-natural against-table", "exposed"),
    ),
    "the bank says no word, is held by its banker alone, and is given nothing": (
        ("hand", OF_A_CLOTH, OF_THE_BANK),
        ("hand", OF_THE_BANK, OF_A_CLOTH),
    ),
    "the third card is given after the words, and the first word has been acted on": (
        ("hand", "given-unasked", "two-words wrong-word no-natural"),
    ),
    "the cards of the hand lie in the basket, and its score is deemed": (
        ("hand", "thrown", "floor exposed basket thrown wrong-word no-natural against-table"),
        ("cloth", "thrown", "basket thrown"),
    ),
    "a word is said before anybody can say that it was wrong, and once": (
        ("hand word", "misspoken wrong-word", "wrong-word no-natural"),
    ),
    "the word has been said": (("word", "misspoken wrong-word", "too-slow"),),
    "the hand lies open: nothing of it is thrown in unseen, and everybody sees what the word should have been": (
        ("hand", "no-natural", "thrown misspoken"),
        ("word", "no-natural", "misspoken"),
    ),
}
