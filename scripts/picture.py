"""What a program writes to a terminal, as an SVG picture; for the scripts beside it."""

import html
import os
import pathlib
import pty
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINE, CHARACTER, MARGIN = 18, 7.8, 16
COLOURS = {"31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "36": "#79c0ff"}
ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")


def play(argv, width):
    """The lines that a program writes to a terminal of this width, with its escape sequences, and its exit code."""
    written = []

    def read(terminal):
        written.append(os.read(terminal, 65536))
        return written[-1]

    os.environ.update(TERM="xterm-256color", COLUMNS=str(width), LC_ALL="C.UTF-8")
    os.environ.pop("NO_COLOR", None)
    status = pty.spawn(argv, read)
    text = b"".join(written).decode().replace("\r\n", "\n")
    return text.split("\n"), os.waitstatus_to_exitcode(status)


def plain(line):
    return ESCAPE.sub("", line)


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


def picture(lines, columns):
    height = len(lines) * LINE + 2 * MARGIN
    width = int(columns * CHARACTER) + 2 * MARGIN
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


def write(name, lines, columns):
    target = ROOT / "docs" / name
    target.write_text(picture(lines, columns), encoding="utf-8")
    print(f"\nwrote {target.relative_to(ROOT)}")
