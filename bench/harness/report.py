"""Markdown tables of what was measured."""

import datetime
import os
import platform
import statistics

from harness.parts import RELOADS, TOOLS

BEFORE = "pitstop before"
COLUMNS = (
    ("start ms", "start_ms", 1),
    ("p50 µs, paced", "paced_p50_us", 0),
    ("p50 µs", "p50_us", 1),
    ("p99 µs", "p99_us", 1),
    ("CPU µs each", "p50_cpu_us", 1),
    ("calls/s, 64 in flight", "calls_per_s", 0),
    ("CPU µs each", "throughput_cpu_us", 1),
    ("1 MiB results, MB/s", "mb_1", 0),
    ("full of escapes, MB/s", "mb_escapes", 0),
    ("8 MiB results, MB/s", "mb_8", 0),
    ("idle MiB", "idle_mib", 1),
    ("peak MiB after 8 MiB results", "peak_mib", 1),
)
SIX = (
    ("six at once, PSS MiB", "six_sum_mib", 1),
    ("each", "six_mean_mib", 1),
    ("helper processes of all, PSS MiB", "six_helpers_mib", 1),
)
RELOAD = (
    ("first, C server, ms", "first_c_ms", 1),
    ("+", "first_c_plus", 1),
    (f"{RELOADS}th", "tenth_c_ms", 1),
    ("+", "tenth_c_plus", 1),
    ("first, Node server, ms", "first_node_ms", 1),
    ("+", "first_node_plus", 1),
    (f"{RELOADS}th", "tenth_node_ms", 1),
    ("+", "tenth_node_plus", 1),
    ("under 8 callers, C server, ms", "load_ms", 1),
    ("calls meanwhile", "load_calls", 0),
    ("lost", "lost", 0),
)
TOOL_COLUMNS = tuple(
    column
    for tools in TOOLS
    for column in (
        (f"{tools:,} tools: → first list ms", f"tools_{tools}_listed_ms", 1),
        ("p50 µs", f"tools_{tools}_p50_us", 1),
    )
)


def cell(values, digits):
    """The median, and in brackets the least and the greatest."""
    middle = statistics.median(values)
    if len(values) == 1:
        return f"{middle:.{digits}f}"
    return f"{middle:.{digits}f} ({min(values):.{digits}f}–{max(values):.{digits}f})"


def header(rounds, before):
    return (
        f"{datetime.date.today()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()},"
        f" {rounds} rounds, load average before {before:.2f}, after {os.getloadavg()[0]:.2f}\n"
    )


def head(titles):
    return ["| " + " | ".join(titles) + " |", "|---" * len(titles) + "|"]


def ratios(over, under):
    """That of each round."""
    return [a / b if b else float("nan") for a, b in zip(over, under)]


def table(title, found, columns, unders=()):
    """Of rows by name, the columns that are there; below them the ratios of the rows to each of `unders`."""
    columns = [column for column in columns if any(column[1] in values for values in found.values())]
    lines = head([title, *(name for name, _, _ in columns)])
    for name, values in found.items():
        if any(key in values for _, key, _ in columns):
            cells = [cell(values[key], digits) if key in values else "" for _, key, digits in columns]
            lines.append(f"| {name} | " + " | ".join(cells) + " |")
    for under in unders:
        for name, values in found.items():
            compared = name == "pitstop" if under == BEFORE else name not in ("direct", "relay")
            if compared and under in found:
                pairs = [(values.get(key), found[under].get(key)) for _, key, _ in columns]
                cells = [cell(ratios(a, b), 2) if a and b else "" for a, b in pairs]
                if any(cells):
                    lines.append(f"| **{name} ÷ {under}** | " + " | ".join(cells) + " |")
    return lines if columns else []


def of_client(results, client):
    return {row: values for (by, row), values in results.items() if by == client}


def helpers(results):
    found = []
    for row, values in of_client(results, "C").items():
        for key, list_ in values.items():
            if key.startswith("child_mib_") and row not in ("direct", "relay"):
                found.append(f"{row}: `{key.removeprefix('child_mib_')}` {cell(list_, 1)} MiB")
    return ["Helper processes, apart: " + ", ".join(found)] if found else []


def bare(results):
    direct = results.get(("C", "direct"), {})
    if "bare_c_ms" not in direct:
        return []
    return [
        f"Bare start of the C server {cell(direct['bare_c_ms'], 1)} ms, of the Node server"
        f" {cell(direct['bare_node_ms'], 1)} ms."
    ]


def tables(results):
    """All that there is to tell, as blocks of lines."""
    in_c, in_node = of_client(results, "C"), of_client(results, "Node")
    blocks = [
        table("client in C, pipes", in_c, COLUMNS, ("direct", "relay", BEFORE)),
        table("client in Node, socketpairs", in_node, COLUMNS, ("direct", "relay", BEFORE)),
        helpers(results),
        table("six sessions, idle", in_c, SIX, (BEFORE,)),
        table("`recompile`", in_c, RELOAD),
        bare(results),
        table("one server with many tools", in_c, TOOL_COLUMNS, ("direct", BEFORE)),
    ]
    return [block for block in blocks if block]
