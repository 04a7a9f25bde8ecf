"""Writes the results of recorded tables anew.

    python -m script.recording.rewrite [FILE ...]    # then read what changed

Actions, remarks and everything else stay; whether an action is refused, and by which code, must stay as it is written.
"""

import sys
from pathlib import Path

import msgspec

from tapete.catalogue import entry
from tapete.record.notation import play, read_notation
from tests.support.recorded.faults import HERE

START, END = "actions = [\n", "]\n"


def rewritten(path: Path) -> str:
    notation, text = read_notation(path), path.read_text("utf-8")
    bare = tuple(
        msgspec.structs.replace(one, result=one.result if one.result.startswith("refused ") else "")
        for one in notation.actions
    )
    results = play(entry(notation.game).engine(None), msgspec.structs.replace(notation, actions=bare)).results
    head, _, rest = text.partition(START)
    block, _, tail = rest.partition(END)
    lines = block.splitlines()
    results = results[len(results) - len(lines) :]
    return head + START + "".join(_line(*one) for one in zip(lines, results, strict=True)) + END + tail


def _line(line: str, found: tuple[str, ...]) -> str:
    indent, quote = line[: len(line) - len(line.lstrip())], line.strip()[0]
    action, _, remark = line.strip()[1:].rpartition(quote)[0].partition(" ##")
    action = action.partition(" # ")[0].rstrip()
    result, said = "; ".join(found), remark.strip()
    return f"{indent}{quote}{action}{f' # {result}' if result else ''}{f' ## {said}' if said else ''}{quote},\n"


def main() -> None:
    files = [Path(name) for name in sys.argv[1:]] or sorted(HERE.glob("*/*.toml"))
    for path in files:
        old = path.read_text("utf-8")
        new = rewritten(path)
        if new != old:
            path.write_text(new, "utf-8")
            print(path)


if __name__ == "__main__":
    main()
