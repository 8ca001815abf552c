"""Reads an XLIFF file with translate-toolkit, saves it under another name, and prints what it has read as JSON."""
import json
import sys

from translate.storage import xliff

store = xliff.xlifffile.parsefile(sys.argv[1])
units = [
    {"id": u.xmlelement.get("id"), "source": u.source, "target": u.target, "state": u.get_state_n(), "notes": u.getnotes()}
    for u in store.unit_iter()
]
store.savefile(sys.argv[2])
json.dump(units, sys.stdout)
