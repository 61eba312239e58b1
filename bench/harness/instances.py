"""Several sessions at once, and what memory they take."""

import pathlib
import subprocess
import time

from harness.session import Session


def pss_mib(pid):
    """Of pages that other processes have too, only its part."""
    for line in pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return 0.0


def descendants(pid):
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], stdout=subprocess.PIPE, text=True).stdout
    for child in map(int, listed.split()):
        yield child
        yield from descendants(child)


def is_server(pid, server):
    return pathlib.Path(f"/proc/{pid}/exe").resolve() == pathlib.Path(server).resolve()


def footprint(command, count, pause, environment):
    """Sum and mean of so many sessions, in MiB; without the servers, whose path is the command's last word."""
    sessions = [Session(command, environment) for _ in range(count)]
    try:
        for session in sessions:
            session.open()
            session.ask("tools/list")
        time.sleep(pause)
        own = [pss_mib(session.pid) for session in sessions]
        helpers = [pss_mib(pid) for s in sessions for pid in descendants(s.pid) if not is_server(pid, command[-1])]
        return {"six_sum_mib": sum(own), "six_mean_mib": sum(own) / count, "six_helpers_mib": sum(helpers)}
    finally:
        for session in sessions:
            session.end()
