"""py-vobject as a judge: reads each card, and validates those of version 3.0."""
import sys
import warnings

import vobject

warnings.simplefilter("ignore")
for line in sys.stdin:
    path, target = line.rstrip("\n").split("\t")
    cards = properties = 0
    faults = []
    try:
        with open(path, encoding="utf-8", newline="") as file:
            for card in vobject.readComponents(file.read(), allowQP=target == "vcard21"):
                cards += 1
                properties += sum(child.name != "VERSION" for child in card.getChildren())
                try:
                    if target == "vcard3":
                        card.validate(raiseException=True)
                except vobject.base.ValidateError as error:
                    faults.append(f"check: {error}")
    except Exception as error:
        faults.append(f"read: {type(error).__name__}: {error}")
    told = " | ".join(faults).replace("\n", " ").replace("\t", " ")
    print(cards, properties, told, sep="\t", flush=True)
