"""README.txt of an archive: what lies in it and how it is checked, in German and English, for readers without us."""

from tournament.models import Tournament
from tournament.participants.selectors.retention import retention
from tournament.proof.seals.keys import grouped
from tournament.selectors.closing import sheet_keys

_README = """\
{name}
{day_de} / {day_en}, {place}
{organiser}

Dies ist das Archiv eines Schafkopfturniers.               (English below.)
===========================================================================

Es enthält Namen: von Spielern, Aufsicht und Turnierleitung. Es wird bis
{until_de} aufbewahrt, danach ist es zu löschen, wenn nichts anderes vereinbart
ist. Geburtsdaten, Passwörter, Codes und geheime Schlüssel enthält es nicht.

WAS DARIN LIEGT
  sheets/          die Spiellisten als versiegelte PDF, jede Fassung:
                   "current" gilt, "superseded" wurde durch eine spätere ersetzt
  standings.pdf    die Rangliste; standings.json dasselbe für Programme
  workbook.xlsx    Rangliste und alle Listen als Arbeitsmappe, versiegelt
  draws/           die Protokolle der Auslosungen: PDF zum Lesen, JSON zum
                   Nachrechnen
  rules.toml       die Regeln, nach denen gespielt wurde
  rows.jsonl       alle Daten, je Zeile ein Datensatz (JSON)
  events.jsonl     das Protokoll: was geschah, je Zeile ein Glied einer Kette
  keys/            die öffentlichen Schlüssel und Zertifikate der Siegel
  archive.json     was dieses Archiv ist, und die Fassung seines Formats
  MANIFEST         die SHA-256-Prüfsummen aller Dateien
  MANIFEST.sig     die Unterschrift darunter (ECDSA P-256 mit SHA-256, DER)

WIE MAN ES PRÜFT
  Auspacken, dann in diesem Ordner:
    sha256sum -c MANIFEST
    openssl dgst -sha256 -verify keys/public-key.pem \\
      -signature MANIFEST.sig MANIFEST
  Die Listen sind versiegelt mit dem Schlüssel, dessen Fingerabdruck im Turnier
  auf dem Regelplakat und auf den Protokollen der Auslosung stand:
{sheets}
  MANIFEST hat unterschrieben, wer dieses Archiv gemacht hat:
    {signer}
  Ein Fingerabdruck wird so berechnet:
    openssl pkey -pubin -in keys/public-key.pem -outform DER | sha256sum
  Eine PDF prüft jeder Leser, der Unterschriften zeigt, oder: pdfsig DATEI
  In jeder PDF liegt scoresheet.json: die Spiele der Liste, aus denen ihre
  Punkte folgen. Eine Auslosung rechnet nach: python -m tournament.lots verify
  Das Protokoll: Der hash eines Gliedes ist die SHA-256 dieser sechs Angaben,
  jede in einer Zeile, ohne Zeilenende am Schluss: previous_hash, sequence,
  kind, actor (leer, wo null steht), at, payload. Das previous_hash jedes
  Gliedes ist der hash des Gliedes davor (derselben Liste, "scoresheet"),
  das des ersten besteht aus 64 Nullen.
  Mit Spielliste: manage.py import_tournament DATEI prüft alles und baut das
  Turnier wieder auf. Näheres: docs/documents.md in Spielliste.


This is the archive of a Schafkopf tournament.
===========================================================================

It holds names: of players, supervisors and the management. It is kept until
{until_en}, and is to be deleted afterwards unless something else was agreed.
It holds no dates of birth, passwords, codes or secret keys.

WHAT IS IN IT
  sheets/          the scoresheets as sealed PDF, every version: "current" is in
                   force, "superseded" was replaced by a later one
  standings.pdf    the standings; standings.json the same for programs
  workbook.xlsx    standings and all sheets as a workbook, sealed
  draws/           the protocols of the draws: PDF to read, JSON to recompute
  rules.toml       the rules that were played by
  rows.jsonl       all data, a record in each line (JSON)
  events.jsonl     the log: what happened, in each line a link of a chain
  keys/            the public keys and certificates of the seals
  archive.json     what this archive is, and the version of its format
  MANIFEST         the SHA-256 checksums of all files
  MANIFEST.sig     the signature of it (ECDSA P-256 with SHA-256, DER)

HOW TO CHECK IT
  Unpack it, then in this folder:
    sha256sum -c MANIFEST
    openssl dgst -sha256 -verify keys/public-key.pem \\
      -signature MANIFEST.sig MANIFEST
  The sheets are sealed with the key whose fingerprint stood on the poster of
  the rules and on the protocols of the draws:
{sheets}
  MANIFEST was signed by whoever made this archive:
    {signer}
  A fingerprint is computed thus:
    openssl pkey -pubin -in keys/public-key.pem -outform DER | sha256sum
  A PDF is checked by any reader that shows signatures, or by: pdfsig FILE
  In every PDF lies scoresheet.json: the games of the sheet, from which its
  points follow. A draw is recomputed by: python -m tournament.lots verify
  The log: the hash of a link is the SHA-256 of these six values, each on a
  line, without a newline at the end: previous_hash, sequence, kind, actor
  (empty where it is null), at, payload. The previous_hash of each link is the
  hash of the one before it (of the same "scoresheet"), that of the first is 64
  zeros.
  With Spielliste: manage.py import_tournament FILE checks everything and
  rebuilds the tournament. More: docs/documents.md in Spielliste.
"""


def readme(tournament: Tournament, fingerprint: str) -> str:
    """Return the text, in lines of at most 83 columns except where the club's own words are longer."""
    until = retention(tournament).until
    return _README.format(
        name=tournament.name,
        day_de=f"{tournament.day:%d.%m.%Y}",
        day_en=tournament.day.isoformat(),
        place=tournament.place or "–",
        organiser=tournament.organiser,
        until_de=f"{until:%d.%m.%Y}",
        until_en=until.isoformat(),
        sheets="\n".join(f"    {grouped(key)}" for key in sheet_keys(tournament)) or "    –",
        signer=grouped(fingerprint),
    )
