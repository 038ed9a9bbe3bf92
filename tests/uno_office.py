"""LibreOffice as a reader, for /usr/bin/python3, which has its `uno`: jobs as JSON on stdin, answers on stdout.

    python3 tests/uno_office.py FOLDER < jobs.json

{"signatures": FILE} is answered with its signatures; {"cells": FILE, "set": {"Sheet!A1": value}, "read": ["Sheet!A1"]}
with those cells once the values are set and everything is recomputed. All jobs share one start of soffice.
"""

import json
import os
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException


def main():
    folder, jobs = sys.argv[1], json.load(sys.stdin)
    pipe = f"spielliste{os.getpid()}"
    program = subprocess.Popen(
        [
            *("soffice", "--headless", "--norestore", "--nologo"),
            *(f"-env:UserInstallation=file://{folder}/profile", f"--accept=pipe,name={pipe};urp;"),
        ],
        env=os.environ | {"HOME": folder},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        office = connected(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        answers = [signatures(office, job) if "signatures" in job else cells(office, job) for job in jobs]
        json.dump(answers, sys.stdout)
        instance(office, "com.sun.star.frame.Desktop").terminate()
        program.wait(30)
    finally:
        program.kill()


def connected(address):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(300):
        try:
            return resolver.resolve(address)
        except NoConnectException:
            time.sleep(0.2)
    raise SystemExit("soffice does not answer")


def instance(office, name, *values):
    if values:
        return office.ServiceManager.createInstanceWithArgumentsAndContext(name, values, office)
    return office.ServiceManager.createInstanceWithContext(name, office)


def property_value(name, value):
    return PropertyValue(name, 0, value, 0)


def signatures(office, job):
    """What the window's signature bar would say: whether each signature is valid, whose it is, if it is trusted."""
    options = uno.Any("[]com.sun.star.beans.PropertyValue", (property_value("StorageFormat", "ZipFormat"),))
    storages = instance(office, "com.sun.star.embed.StorageFactory")
    arguments = (f"file://{job['signatures']}", 1, options)
    storage = uno.invoke(storages, "createInstanceWithArguments", (arguments,))
    verifier = instance(office, "com.sun.star.security.DocumentDigitalSignatures", "1.2")
    information = verifier.verifyDocumentContentSignatures(storage, None)
    storage.dispose()
    return [
        {
            "valid": one.SignatureIsValid,
            "certificate": one.CertificateStatus,
            "signer": one.Signer.SubjectName if one.Signer else None,
        }
        for one in information
    ]


def cells(office, job):
    desktop = instance(office, "com.sun.star.frame.Desktop")
    document = desktop.loadComponentFromURL(f"file://{job['cells']}", "_blank", 0, (property_value("Hidden", True),))
    for name, value in job.get("set", {}).items():
        cell_of(document, name).setValue(value)
    document.calculateAll()
    answer = {name: value_of(cell_of(document, name)) for name in job["read"]}
    document.close(True)
    return answer


def cell_of(document, name):
    sheet, cell = name.rsplit("!", 1)
    return document.Sheets.getByName(sheet).getCellRangeByName(cell)


def value_of(cell):
    """The value of a cell: a number or a text."""
    kind = cell.FormulaResultType2 if cell.Type.value == "FORMULA" else {"VALUE": 1}.get(cell.Type.value, 4)
    return cell.Value if kind == 1 else cell.String


main()
