"""The programs that measure and are measured: where they are, how they are compiled and run."""

import pathlib
import subprocess
import sys

BENCH = pathlib.Path(__file__).resolve().parent.parent
ROOT = BENCH.parent
TARGET = BENCH / "target"
PITSTOP = str(ROOT / "pitstop")
ECHO = str(TARGET / "echo_server")
NODE_ECHO = ["node", str(BENCH / "node_server.mjs")]

# The clients that measure: one in C over pipes, one in Node over socketpairs. Both have the same modes.
CLIENTS = {"C": [str(TARGET / "driver")], "Node": ["node", str(BENCH / "node_client.mjs")]}
LONGEST = 600  # seconds for one run of a client; what takes longer has failed


def compile_programs(*names):
    TARGET.mkdir(exist_ok=True)
    for name in names or ("echo_server", "relay", "driver"):
        flags = ["-O2", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE"]
        subprocess.run(["gcc", *flags, "-o", TARGET / name, BENCH / f"{name}.c"], check=True)


def built(launcher):
    """Has the launcher build what is not built yet, so that no measurement does."""
    done = subprocess.run([launcher, "--version"], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"bench: {launcher} --version failed")
    return launcher


def values(printed):
    """The lists of values in lines of `name value`, by name."""
    found = {}
    for line in printed.splitlines():
        name, value = line.split()
        found.setdefault(name, []).append(float(value))
    return found


def drive(mode, counts, command, environment, client="C"):
    """The values that a client printed, by name."""
    arguments = [*CLIENTS[client], mode, *map(str, counts), "--", *command]
    try:
        done = subprocess.run(
            arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, timeout=LONGEST
        )
    except subprocess.TimeoutExpired:
        sys.exit(f"bench: {mode} of {command[0]} takes too long")
    if done.returncode != 0:
        sys.exit(f"bench: {mode} of {command[0]} failed:\n{done.stderr[-3000:]}")
    return values(done.stdout)
