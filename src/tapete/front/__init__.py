"""What the library's modules share: one module for each game stands above them, such as ``tapete.dos_panos``."""
