"""What the library's modules share: one module for each game stands above this room, such as ``tapete.dos_panos``."""
