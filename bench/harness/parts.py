"""The parts of bench/run: what each measures, for every row in turn."""

import dataclasses
import pathlib
import statistics
import sys
import time

from harness import instances
from harness.programs import ECHO, NODE_ECHO, drive

TOOLS = (10, 500, 5000)
INSTANCES = 6
RELOADS = 10  # of a fresh session; the first and the last count


@dataclasses.dataclass(frozen=True)
class Row:
    """A command in front of the echo server. `kind` is direct, relay, pitstop or peer."""

    name: str
    kind: str
    front: tuple
    server: str = ECHO

    def command(self, *options):
        return [*self.front, self.server, *options]


DIRECT = Row("direct", "direct", ())


@dataclasses.dataclass(frozen=True)
class Setting:
    """What all parts are given. `results[client, name of a row]` has by name a list: what each round has found."""

    rows: list
    clients: tuple
    quick: bool
    environment: dict
    results: dict

    def keep(self, client, row, name, list_):
        self.results.setdefault((client, row.name), {}).setdefault(name, []).append(statistics.median(list_))

    def drive(self, mode, counts, command, client="C"):
        return drive(mode, counts, command, self.environment, client)


@dataclasses.dataclass(frozen=True)
class Driven:
    """A mode of the clients, and what the values that they print are called here."""

    mode: str
    full: tuple
    quick: tuple
    names: dict
    clients: tuple = ("C", "Node")
    in_quick: tuple = ("C", "Node")

    def measure(self, setting, rows):
        for client in self.in_quick if setting.quick else self.clients:
            if client in setting.clients:
                for row in rows:
                    self.measure_one(setting, client, row)

    def measure_one(self, setting, client, row):
        found = setting.drive(self.mode, self.quick if setting.quick else self.full, row.command(), client)
        for name, own in self.names.items():
            setting.keep(client, row, own, found[name])
        for name, list_ in found.items():
            if name.startswith("child_mib_") and name != "child_mib_" + pathlib.Path(row.server).name[:15]:
                setting.keep(client, row, name, [sum(list_)])


class Load:
    """`recompile` again and again while eight callers go on."""

    def measure(self, setting, rows):
        for row in rows:
            if row.kind == "pitstop" and "C" in setting.clients:
                found = setting.drive("reload", [5 if setting.quick else 30, 8], row.command())
                setting.keep("C", row, "load_ms", found["reload_ms"])
                setting.keep("C", row, "load_calls", found["calls"])
                setting.keep("C", row, "lost", found["lost"])


class Reload:
    """The first and the tenth reload of fresh sessions, and by how much they exceed the server's bare start before."""

    def measure(self, setting, rows):
        if "C" not in setting.clients:
            return
        for _ in range(1 if setting.quick else 3):
            for kind, server in (("c", [ECHO]), ("node", NODE_ECHO)):
                bare = statistics.median(setting.drive("start", [3 if setting.quick else 7], server)["start_ms"])
                setting.keep("C", DIRECT, f"bare_{kind}_ms", [bare])
                for row in rows:
                    if row.kind == "pitstop" or (row.kind == "peer" and kind == "c"):
                        self.measure_one(setting, row, kind, server, bare)

    def measure_one(self, setting, row, kind, server, bare):
        command = row.command() if kind == "c" else [*row.front, *server]
        options = ["--kill", "sitter_kill"] if row.kind == "peer" else []
        took = setting.drive("reload", [RELOADS, 0, *options], command)["reload_ms"]
        for which, at in (("first", 0), ("tenth", RELOADS - 1)):
            setting.keep("C", row, f"{which}_{kind}_ms", [took[at]])
            setting.keep("C", row, f"{which}_{kind}_plus", [took[at] - bare])


class Six:
    """Six sessions at once: the memory of each, shared pages by the part that is its own."""

    def measure(self, setting, rows):
        for row in rows:
            found = instances.footprint(row.command(), INSTANCES, 1 if setting.quick else 7, setting.environment)
            for name, value in found.items():
                setting.keep("C", row, name, [value])


class Tools:
    """A server with many tools: until the first list, and a call."""

    def measure(self, setting, rows):
        if "C" not in setting.clients:
            return
        calls = (2_000, 2_000) if setting.quick else (10_000, 10_000)
        for tools in TOOLS:
            for row in rows:
                command = row.command("--tools", str(tools))
                found = setting.drive("ready", [2 if setting.quick else 5], command)
                setting.keep("C", row, f"tools_{tools}_listed_ms", found["listed_ms"])
                found = setting.drive("latency", calls, command)
                setting.keep("C", row, f"tools_{tools}_p50_us", found["p50_us"])


PARTS = {
    "start": Driven("start", (20,), (3,), {"start_ms": "start_ms"}),
    "paced": Driven("paced", (500,), (50, 2_000), {"paced_p50_us": "paced_p50_us"}, ("C",), ("C",)),
    "p50": Driven(
        "latency",
        (50_000,),
        (4_000, 4_000),
        {"p50_us": "p50_us", "p99_us": "p99_us", "call_cpu_us": "p50_cpu_us"},
    ),
    "throughput": Driven(
        "throughput",
        (300_000,),
        (40_000,),
        {"calls_per_s": "calls_per_s", "cpu_us": "throughput_cpu_us"},
    ),
    "1mib": Driven("bulk", (500, 1024), (60, 1024), {"mb_per_s": "mb_1"}),
    "escapes": Driven("bulk", (500, 1024, "escapes"), (40, 1024, "escapes"), {"mb_per_s": "mb_escapes"}),
    "8mib": Driven("bulk", (60, 8192), (8, 8192), {"mb_per_s": "mb_8"}),
    "memory": Driven("memory", (10, 7), (10, 2), {"idle_mib": "idle_mib", "peak_mib": "peak_mib"}, in_quick=("C",)),
    "load": Load(),
    "reload": Reload(),
    "six": Six(),
    "tools": Tools(),
}


def measure(setting, names, rounds):
    """All rows take turns in each part; every second round they do so the other way round."""
    for client in ("C", "Node"):
        for row in setting.rows:
            setting.results[client, row.name] = {}
    for number in range(rounds):
        rows = setting.rows if number % 2 == 0 else setting.rows[::-1]
        for name in names:
            begun = time.monotonic()
            PARTS[name].measure(setting, rows)
            took = time.monotonic() - begun
            print(f"bench: round {number + 1} of {rounds}, {name}: {took:.1f} s", file=sys.stderr, flush=True)
