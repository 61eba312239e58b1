"""The marks, and beside each what was measured."""

import dataclasses
import statistics

from harness.report import cell, head, ratios


@dataclasses.dataclass(frozen=True)
class Mark:
    """A limit for a value, or for its ratio to that of another row; at most, or at least. The median of the rounds
    counts, or the worst of them."""

    title: str
    key: str
    limit: float
    under: str = ""
    least: bool = False
    worst: bool = False
    digits: int = 2

    def text(self):
        return f"{'≥' if self.least else '≤'} {self.limit:g}" + (f" × {self.under}" if self.under else "")

    def values(self, rows, name):
        mine = rows.get(name, {}).get(self.key)
        other = rows.get(self.under, {}).get(self.key) if self.under else None
        if mine is None or (self.under and other is None):
            return None
        return ratios(mine, other) if self.under else mine

    def verdict(self, rows, name):
        values = self.values(rows, name)
        if values is None:
            return ""
        counts = max(values) if self.worst else statistics.median(values)
        reached = counts >= self.limit if self.least else counts <= self.limit
        return f"{'✓' if reached else '✗'} {cell(values, self.digits)}"


MARKS = (
    Mark("p50", "p50_us", 1.15, "relay"),
    Mark("calls/s, 64 in flight", "calls_per_s", 0.7, "direct", least=True),
    Mark("1 MiB results", "mb_1", 0.8, "relay", least=True),
    Mark("1 MiB results full of escapes", "mb_escapes", 0.8, "relay", least=True),
    Mark("8 MiB results", "mb_8", 0.8, "relay", least=True),
    Mark("peak MiB", "peak_mib", 100, digits=1),
    Mark("start → answer ms", "start_ms", 35, digits=1),
    Mark("idle MiB", "idle_mib", 36, digits=1),
    Mark("first reload, C server, +ms", "first_c_plus", 5, digits=1),
    Mark("tenth reload, C server, +ms", "tenth_c_plus", 5, digits=1),
    Mark("first reload, Node server, +ms", "first_node_plus", 5, digits=1),
    Mark("tenth reload, Node server, +ms", "tenth_node_plus", 5, digits=1),
    Mark("calls lost", "lost", 0, digits=0, worst=True),
)


def marks_table(results, names):
    """For each client and each of these rows a column, for each mark that was measured a line."""
    clients = {}
    for (client, row), values in results.items():
        clients.setdefault(client, {})[row] = values
    columns = [(client, name) for client, rows in clients.items() for name in names if rows.get(name)]
    lines = []
    for mark in MARKS:
        verdicts = [mark.verdict(clients[client], name) for client, name in columns]
        if any(verdicts):
            lines.append(f"| {mark.title} | {mark.text()} | " + " | ".join(verdicts) + " |")
    return [*head(["", "mark", *(f"{client}: {name}" for client, name in columns)]), *lines] if lines else []
