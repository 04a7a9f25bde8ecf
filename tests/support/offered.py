"""The values that an offer promises of a field."""

from typing import Any

from tapete.cards import DECK
from tapete.games.baccarat.effects import NoteOnly
from tapete.kernel import Amount, CardFace, Choice, Count, Effects, Field, FixedValue, Note, People, Several, Text


def promised_values(field: Field) -> tuple[Any, ...]:
    """Return the values of a field that are tried: all that are listed, the ends of a range, a word of text."""
    match field:
        case FixedValue(value=value):
            return (value,)
        case Choice(options=options) | People(options=options):
            return options
        case Several(options=options, least=least, most=most):
            return (options[:least], options[:most])
        case Amount():
            ends = (field.first(), field.minimum, field.maximum)
            return tuple(dict.fromkeys(one for one in ends if one is not None and field.may_be(one)))
        case Count(minimum=least, maximum=most):
            return tuple(dict.fromkeys(one for one in (least, most) if one is not None)) or (1,)
        case Text():
            return ("seen by all",)
        case Effects():
            return ((NoteOnly("as it lies"),),)
        case CardFace():
            return (str(DECK[0]),)
        case Note():
            return (None,)
