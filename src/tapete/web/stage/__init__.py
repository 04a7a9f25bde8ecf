"""The stage: what a table page shows, as one model a viewer that the browser draws."""
