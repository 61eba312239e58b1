"""Other programs, installed from npm into bench/target, with the versions that the lock file names."""

import shutil
import subprocess
import sys

from harness.parts import Row
from harness.programs import BENCH, ECHO, TARGET

PEERS = TARGET / "peers"
MODULES = PEERS / "node_modules"


def install():
    PEERS.mkdir(parents=True, exist_ok=True)
    lock = (BENCH / "peers" / "package-lock.json").read_bytes()
    installed = PEERS / "package-lock.json"
    fresh = MODULES.exists() and installed.exists() and installed.read_bytes() == lock
    if not fresh:
        shutil.copytree(BENCH / "peers", PEERS, dirs_exist_ok=True)
        npm = ["npm", "ci", "--prefix", str(PEERS), "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(npm, check=True, stdout=sys.stderr)


def sitter_rows():
    """The row of mcp-sitter; none, and a line that says so, where it cannot be had.

    Its kill tool ends every process of the server's executable. So it has a copy of the echo server to itself, and never
    an interpreter."""
    program = MODULES / "@ytsuda" / "mcp-sitter-linux-x64" / "bin" / "mcp-sitter"
    try:
        install()
    except (OSError, subprocess.CalledProcessError) as e:
        print(f"No row mcp-sitter: npm could not install it ({e}).\n")
        return []
    if not program.exists():
        print("No row mcp-sitter: it is not for this system.\n")
        return []
    server = TARGET / "echo_server_sat"
    shutil.copy(ECHO, server)
    return [Row("mcp-sitter", "peer", (str(program), "--"), str(server))]
