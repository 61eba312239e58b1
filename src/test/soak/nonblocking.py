#!/usr/bin/env python3
"""Runs a command whose stdin and stdout are non-blocking, as some clients hand them down.

    nonblocking.py COMMAND [ARG...]
"""

import os
import sys

os.set_blocking(0, False)
os.set_blocking(1, False)
os.execvp(sys.argv[1], sys.argv[1:])
