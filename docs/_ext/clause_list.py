"""The ``clauses`` directive lists the register of one game; the ``clause`` role links to one clause of it."""

from itertools import groupby
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_id

from tapete.clauses.register import Clause, game_clauses


class ClauseList(SphinxDirective):
    """``{clauses} GAME``: every clause of the game, by section."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a heading for each section and one entry for each clause."""
        made: list[nodes.Node] = []
        for section, clauses in groupby(game_clauses(self.arguments[0]), key=lambda clause: clause.section):
            made.append(nodes.rubric(text=section))
            made.append(nodes.definition_list("", *map(self.entry, clauses)))
        return made

    def entry(self, clause: Clause) -> nodes.definition_list_item:
        """Return one clause: id and nature as the term, then rule, example, readings and sources."""
        anchor = make_id(self.env, self.state.document, "", clause.id)
        term = nodes.term("", "", nodes.literal(text=clause.id), nodes.Text(f" {clause.topic} · {clause.kind}"))
        term["ids"].append(anchor)
        self.env.domains.standard_domain.note_object("clause", clause.id, anchor, location=term)
        body = nodes.definition("", nodes.paragraph(text=clause.rule))
        for label, text in (
            ("Example", clause.example),
            ("Elsewhere", clause.variants),
            ("Reading", clause.ambiguity),
            ("Sources", "; ".join(map(str, clause.sources))),
        ):
            if text:
                body += nodes.paragraph("", "", nodes.emphasis(text=f"{label}: "), nodes.Text(text))
        return nodes.definition_list_item("", term, body)


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directive and the role."""
    app.add_object_type("clause", "clause", objname="clause")
    app.add_directive("clauses", ClauseList)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
