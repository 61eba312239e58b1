#!/usr/bin/env python3
"""Plays `./pitstop demo` on a terminal and draws it from the crash on: docs/session.svg, which README.md shows.

    scripts/session-picture.py

The captions and the build that fails are cut, and the name of the temporary directory is shortened.
"""

import re

from picture import ROOT, plain, play, write

WIDTH = 66
CUT = "\x1b[2m   ⋯ adds a tool, and corrects what the compiler reports\x1b[0m"


def scene(lines, number):
    """The actions of a scene with their answers."""
    words = [plain(line) for line in lines]
    begin = next(i for i, line in enumerate(words) if line.startswith(f"{number}. "))
    end = next(i for i in range(begin, len(words)) if not words[i])
    actions, action = [], []
    for i in range(begin, end):
        if words[i].startswith(("   agent>", "   client")):
            action = []
            actions.append(action)
        action.append(lines[i])
    return actions


def story(lines):
    crash, broken, mended, called = (scene(lines, number) for number in (3, 5, 6, 7))
    edit, reload = broken[0], mended[1:]
    return [*sum(crash, []), "", *edit, CUT, "", *sum(reload, []), "", *sum(called, [])]


def dedented(line):
    return re.sub(r"^((?:\x1b\[[0-9;]*m)*)   ", r"\1", line)


if __name__ == "__main__":
    played, code = play([str(ROOT / "pitstop"), "demo"], WIDTH)
    if code != 0:
        raise SystemExit("the demo failed")
    short = [re.sub(r"/tmp/pitstop-demo-\d+", "/tmp/demo", line) for line in played]
    write("session.svg", [dedented(line) for line in story(short)], WIDTH - 2)
