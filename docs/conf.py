"""How the documentation is built: Sphinx, MyST, Furo. Neither the build nor a reader fetches anything."""

import sys
from pathlib import Path

from tapete import __version__

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "Tapete"
author = "Tapete contributors"
copyright = "2026, Tapete contributors"
version = release = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "clause_list", "game_reference"]
exclude_patterns = ["_build", "_ext"]
source_suffix = {".md": "markdown"}

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_default_options = {"members": True, "exclude-members": "model_config"}

html_theme = "furo"
html_title = "Tapete"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#17603f", "color-brand-content": "#17603f"},
    "dark_css_variables": {"color-brand-primary": "#6fc79a", "color-brand-content": "#6fc79a"},
}
