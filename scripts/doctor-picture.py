#!/usr/bin/env python3
"""Has `./pitstop doctor` look at a published server that has a flaw, on a terminal of its own, and draws what it says:
docs/doctor.svg, which docs/doctor.md shows. Installs the server with npm into a temporary directory.

    scripts/doctor-picture.py
"""

import os
import subprocess
import tempfile
from pathlib import Path

from picture import ROOT, plain, play, write

SERVER = "mcp-server-code-runner@0.1.8"
WIDTH = 92

if __name__ == "__main__":
    subprocess.run(["sh", ROOT / "scripts" / "build.sh", "--if-changed"], check=True)  # else the picture shows the build
    command = f"npx {SERVER.partition('@')[0]}"
    with tempfile.TemporaryDirectory() as place:
        Path(place, "package.json").write_text("{}")  # so that npm installs here, and not into a folder above
        subprocess.run(["npm", "install", "--silent", "--ignore-scripts", SERVER], check=True, cwd=place)
        os.chdir(place)
        played, code = play([str(ROOT / "pitstop"), "doctor", "--", *command.split()], WIDTH)
        os.chdir(ROOT)
    if code != 1:
        raise SystemExit("the server has no flaw any more: choose another")
    while not plain(played[-1]):
        played.pop()
    write("doctor.svg", [f"\x1b[2m$\x1b[0m pitstop doctor -- {command}", *played], WIDTH)
