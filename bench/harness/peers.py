"""Other programs, installed from npm into bench/target, with the versions that the lock file names."""

import shutil
import subprocess
import sys

from harness.parts import Row
from harness.programs import BENCH, ECHO, TARGET

PEERS = TARGET / "peers"
MODULES = PEERS / "node_modules"


def install():
    """Whether they are there now; if not, says why."""
    lock = (BENCH / "peers" / "package-lock.json").read_text()
    complete = PEERS / "installed"  # what was, written last
    if complete.exists() and complete.read_text() == lock:
        return True
    shutil.copytree(BENCH / "peers", PEERS, dirs_exist_ok=True)
    complete.unlink(missing_ok=True)
    # Not with --prefix: npm does not read its global configuration then.
    npm = ["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"]
    try:
        subprocess.run(npm, check=True, stdout=sys.stderr, cwd=PEERS)
    except (OSError, subprocess.CalledProcessError):
        print("Peers are skipped: npm is not there, or could not install them.\n")
        return False
    complete.write_text(lock)
    return True


def sitter_rows():
    """The row of mcp-sitter; none, and a line that says so, where it cannot be had.

    Its kill tool ends every process of the server's executable: so it has a copy of the echo server to itself, and is
    never given an interpreter.
    """
    program = MODULES / "@ytsuda" / "mcp-sitter-linux-x64" / "bin" / "mcp-sitter"
    if not install():
        return []
    if not program.exists():
        print("mcp-sitter is skipped: npm has none for this system.\n")
        return []
    server = TARGET / "echo_server_sat"
    shutil.copy(ECHO, server)
    return [Row("mcp-sitter", "peer", (str(program), "--"), str(server))]
