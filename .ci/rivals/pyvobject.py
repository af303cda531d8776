"""py-vobject: `python pyvobject.py parse|write FILE 3.0|4.0`; see README.md here.

The versions of the cards are kept.
"""
import json
import sys
import time
import warnings

import vobject

warnings.simplefilter("ignore")


def main(work, path):
    start = time.perf_counter()
    cards = properties = octets = 0
    with open(path, encoding="utf-8", newline="") as file:
        for card in vobject.readComponents(file, allowQP=True):
            cards += 1
            for child in card.getChildren():
                properties += 1
                value = child.value
                octets += len(value if isinstance(value, (str, bytes)) else str(value))
            if work == "write":
                sys.stdout.write(card.serialize(validate=False))
    sys.stdout.flush()
    seconds = time.perf_counter() - start
    print(json.dumps({"cards": cards, "properties": properties, "octets": octets, "seconds": seconds}), file=sys.stderr)


if len(sys.argv) != 4:
    sys.exit(64)
main(*sys.argv[1:3])
