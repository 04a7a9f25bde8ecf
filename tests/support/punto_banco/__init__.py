"""Tables and walks of punto y banca."""
