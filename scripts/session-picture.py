#!/usr/bin/env python3
"""Plays `./pitstop demo` on a terminal of its own and draws a part of it: docs/session.svg, which README.md shows.

    scripts/session-picture.py
"""

import html
import os
import pathlib
import pty
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIRST, LAST = "5. ", "7. "  # the chapters that are drawn
WIDTH, LINE, CHARACTER, MARGIN = 84, 18, 7.8, 16
COLOURS = {"31": "#ff7b72", "32": "#7ee787", "36": "#79c0ff"}
ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")


def play():
    """What the demo writes to a terminal, with its escape sequences."""
    written = []

    def read(terminal):
        written.append(os.read(terminal, 65536))
        return written[-1]

    os.environ.update(TERM="xterm-256color", COLUMNS=str(WIDTH))
    if pty.spawn([str(ROOT / "pitstop"), "demo"], read) != 0:
        raise SystemExit("the demo failed")
    return b"".join(written).decode().replace("\r\n", "\n")


def chapters(text):
    lines = text.split("\n")
    plain = [ESCAPE.sub("", line) for line in lines]
    begin = next(i for i, line in enumerate(plain) if line.startswith(FIRST))
    last = next(i for i, line in enumerate(plain) if line.startswith(LAST))
    end = next(i for i in range(last, len(plain)) if not plain[i])
    return lines[begin:end]


def spans(line):
    """The line's text in `tspan` elements of one look each."""
    look, out, at = "", [], 0
    for escape in [*ESCAPE.finditer(line), None]:
        text = line[at : escape.start() if escape else len(line)]
        if text:
            out.append(f"<tspan{look}>{html.escape(text)}</tspan>")
        if escape:
            at = escape.end()
            look = looks(escape.group(1), look)
    return "".join(out)


def looks(code, before):
    if code in ("", "0"):
        return ""
    if code == "1":
        return before + ' font-weight="bold"'
    if code == "2":
        return before + ' fill="#8b949e"'
    return before + f' fill="{COLOURS[code]}"'


def picture(lines):
    height = len(lines) * LINE + 2 * MARGIN
    width = int(WIDTH * CHARACTER) + 2 * MARGIN
    rows = "\n".join(
        f'<text x="{MARGIN}" y="{MARGIN + (i + 0.75) * LINE:.1f}" xml:space="preserve">{spans(line)}</text>'
        for i, line in enumerate(lines)
        if line
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" fill="#e6edf3">
{rows}
</g>
</svg>
"""


if __name__ == "__main__":
    target = ROOT / "docs" / "session.svg"
    target.write_text(picture(chapters(play())), encoding="utf-8")
    print(f"\nwrote {target.relative_to(ROOT)}")
