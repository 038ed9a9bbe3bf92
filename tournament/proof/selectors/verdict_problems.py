"""What is wrong with something that was handed in, and what to do, by the codes of its readers."""

from django.utils.translation import gettext_lazy

from tournament.proof.seals.paper import LENGTH, PREFIX

PROBLEMS = {
    "empty": gettext_lazy("The file is empty. Please choose the document once more."),
    "too_large": gettext_lazy(
        "The file is far larger than any document of ours: a sealed sheet has some 100 kB. Is it the right file?"
    ),
    "bomb": gettext_lazy("Unpacked, this file is far larger than any document of ours. It was not read."),
    "too_hard": gettext_lazy(
        "This file takes more memory or time than any document of ours; reading it was ended. It is none of ours, or "
        "it is damaged: please get the document once more from where it comes from."
    ),
    "unreadable": gettext_lazy(
        "The file is damaged or not complete. Please get it once more from where it comes from."
    ),
    "not_known": gettext_lazy(
        "This is neither a PDF nor an Excel workbook, a photo or the text of a seal. Please hand in the file as you "
        "got it, or photograph the square code beside the word “Siegel”."
    ),
    "data_alone": gettext_lazy(
        "These are the data of a sheet without its seal, so they prove nothing. Please hand in the PDF they come from."
    ),
    "checkpoint": gettext_lazy(
        "This is a checkpoint of the event log, not the seal of a sheet. The organiser checks it with manage.py "
        "verify_audit --checkpoint."
    ),
    "other_package": gettext_lazy("This is a packed file, but no Excel workbook. Please hand in the document in it."),
    "picture_unknown": gettext_lazy(
        "This kind of picture cannot be read here. Please take the photo as JPEG or PNG and choose it again."
    ),
    "picture_too_large": gettext_lazy(
        "This picture is larger than any camera makes. Please photograph the seal itself and choose that photo."
    ),
    "picture_unreadable": gettext_lazy("This picture is damaged and cannot be read. Please take the photo again."),
    "no_code_seen": gettext_lazy(
        "There is no code to be seen on this picture. Please photograph the square code beside the word “Siegel” from "
        "close by, sharp and straight, in good light."
    ),
    "strange_codes": gettext_lazy(
        "There is a code on this picture, but not one of a scoresheet. Please photograph the square code beside the "
        "word “Siegel”."
    ),
    "paper_seal_unreadable": gettext_lazy(
        "This is not the whole of a seal: it begins with %(prefix)s and has %(length)s letters and digits. Please scan "
        "it once more, or photograph it."
    ),
    "seal_wrong": gettext_lazy(
        "The seal does not fit what it says. If it was typed, one sign is enough: please scan or photograph it. If it "
        "was scanned, it is forged."
    ),
    "names_differ": gettext_lazy(
        "The seal is genuine, but it is of other names than those you gave. Please give them as printed, in the order "
        "of the seats; if they are right, the names on this paper were changed."
    ),
    "code_unknown": gettext_lazy(
        "Only accepted sheets and sealed final standings have a code that can be checked. The code of a sheet that is "
        "still being written, of an entry of the log or of a ruleset is none. If yours stands on an accepted sheet, "
        "please compare the twelve digits with the paper; if they are right, the sheet is not from this installation."
    ),
    "seal_to_come": gettext_lazy(
        "The sheet with this check code is accepted, but it is not sealed yet. That is made up for by itself; please "
        "look again in a minute, or ask the management."
    ),
    "encrypted": gettext_lazy(
        "The file is locked with a password, which no document of ours is. Please get the original file."
    ),
    "no_seal": gettext_lazy(
        "There is no seal in this file, so nobody can say whether it was changed. A sealed sheet comes from the page "
        "of the sheet, once it is accepted, sealed final standings from the page Documents. A scan or a copy printed "
        "into a PDF bears no seal: photograph the square code on it, or type its check code."
    ),
    "changed": gettext_lazy(
        "The file was changed after it was sealed. Nothing in it can be relied on; please get the original file."
    ),
    "added_to": gettext_lazy(
        "Something was added to the file after it was sealed. What is seen may not be what was sealed; please get the "
        "original file."
    ),
    "certificate_not_valid": gettext_lazy(
        "The certificate of the seal did not hold at the time of the seal, or is damaged. Please get the original file."
    ),
    "unknown_signature": gettext_lazy(
        "The file bears a signature, but none of Spielliste’s. A workbook that was saved again bears no seal of ours."
    ),
    "no_data": gettext_lazy(
        "The file is sealed, but the data of a scoresheet are not in it or cannot be read. It is no scoresheet."
    ),
    "data_newer": gettext_lazy(
        "The file is of a newer edition of Spielliste than this one. Please check it there where it was made."
    ),
}
# Codes of several readers for the same problem.
SAME = {
    "not_pdf": "not_known",
    "no_workbook": "other_package",
    "damaged": "unreadable",
    "not_sealed": "no_seal",
    "unsigned": "no_seal",
    "wrong_signature": "changed",
    **dict.fromkeys(
        ("data_missing", "data_too_large", "data_unreadable", "data_of_another_kind", "data_incomplete"), "no_data"
    ),
}


def problem_text(code: str) -> str:
    """Return what is wrong and what to do, for a code of a Verdict."""
    text = PROBLEMS.get(SAME.get(code, code), PROBLEMS["unreadable"])
    return str(text) % {"prefix": PREFIX, "length": LENGTH}
