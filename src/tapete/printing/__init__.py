"""What a hall prints. The same input gives the same bytes."""

from tapete.printing.cards import print_cards

__all__ = ["print_cards"]
