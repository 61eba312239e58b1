#!/usr/bin/env python3
"""Plays `./pitstop demo` on a terminal of its own and draws a part of it: docs/session.svg, which README.md shows.

    scripts/session-picture.py
"""

from picture import ROOT, plain, play, write

FIRST, LAST = "5. ", "7. "  # the chapters that are drawn
WIDTH = 84


def chapters(lines):
    words = [plain(line) for line in lines]
    begin = next(i for i, line in enumerate(words) if line.startswith(FIRST))
    last = next(i for i, line in enumerate(words) if line.startswith(LAST))
    end = next(i for i in range(last, len(words)) if not words[i])
    return lines[begin:end]


if __name__ == "__main__":
    played, code = play([str(ROOT / "pitstop"), "demo"], WIDTH)
    if code != 0:
        raise SystemExit("the demo failed")
    write("session.svg", chapters(played), WIDTH)
