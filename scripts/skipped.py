#!/usr/bin/env python3
"""Names the tests that were skipped, and fails if there is one whose reason is not optional.

    scripts/skipped.py DIRECTORY...   reports of Surefire
"""

import pathlib
import sys
import xml.etree.ElementTree


def skipped(report):
    for case in xml.etree.ElementTree.parse(report).getroot().iter("testcase"):
        found = case.find("skipped")
        if found is not None:
            reason = (found.get("message") or found.text or "no reason").strip().splitlines()[0]
            yield f"{case.get('classname').removeprefix('dev.pitstop.')}.{case.get('name')}", reason


def main():
    wrong = 0
    for directory in sys.argv[1:]:
        for report in sorted(pathlib.Path(directory).glob("TEST-*.xml")):
            for test, reason in skipped(report):
                optional = "optional" in reason.split(":")[0] or ": optional" in reason
                wrong += not optional
                print(f"skipped{'' if optional else ', which fails here'}: {test}: {reason}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
