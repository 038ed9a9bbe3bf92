"""Which section of the handbook explains which page of the program: where the "?" in the header leads.

By the names of the addresses. Addresses that only act or send a file need none: their pages are named here.
"""

from tournament.handbook.addresses import page_address

# Page and section, and the names of the pages that it explains.
SECTIONS: dict[tuple[str, str], str] = {
    ("schnellstart", "anmelden"): "login login_link",
    ("schnellstart", "startseite"): "home",
    ("schnellstart", "passwort"): "password_change",
    ("abend", "uebersicht"): "tournament",
    ("abend", "durchgaenge"): "matches match",
    ("abend", "weitere-tische"): "additional_tables",
    ("abend", "aushang"): "table_plan announcement table_cards_pdf",
    ("abend", "rangliste"): "standings",
    ("abend", "losentscheid"): "tie_lots_by_hand",
    ("abend", "saal-sieht"): "release",
    ("abend", "siegerehrung"): "ceremony ceremony_lead ceremony_trial screen_ceremony",
    ("turnierleitung", "turnier-anlegen"): "tournament_new tournament_edit",
    ("turnierleitung", "turnier-loeschen"): "tournament_delete",
    ("turnierleitung", "zugaenge"): "people person person_new password_slip",
    ("turnierleitung", "teilnehmer"): "participants participant_add",
    ("turnierleitung", "liste-einlesen"): (
        "participants_import participants_import_reading participants_import_columns participants_import_confirm"
    ),
    ("turnierleitung", "liste-drucken"): "participants_print",
    ("turnierleitung", "teilnehmer-aendern"): "participant_edit participant_delete",
    ("turnierleitung", "gehen-und-kommen"): "place_rule",
    ("turnierleitung", "ersatzspieler"): "substitute",
    ("turnierleitung", "plaetze-tauschen"): "seats_exchange seat_replace",
    ("turnierleitung", "karten"): "packs",
    ("turnierleitung", "geraete"): "devices codes_renew sheet_code",
    ("turnierleitung", "listen-drucken"): "print_sheets print_job",
    ("turnierleitung", "dokumente"): "documents",
    ("turnierleitung", "projektor"): "screen_ranking screen_draw screen_lot hall_screen screens screen screen_preview",
    ("turnierleitung", "preise"): (
        "prizes prize_add prize_edit prizes_paste prizes_delete prize_settings participant_marks"
    ),
    ("turnierleitung", "preisgeld"): "prize_money",
    ("turnierleitung", "preisbilder"): "prize_pictures",
    ("turnierleitung", "preise-auswaehlen"): "prize_choosing",
    ("turnierleitung", "preise-ausgeben"): "prize_handing_out",
    ("turnierleitung", "lose-vor-allen"): "prize_lots",
    ("turnierleitung", "wanderpokale"): "cups cup tournament_cups",
    ("turnierleitung", "veroeffentlichen"): "newspaper results",
    ("turnierleitung", "sicherung"): "backup backup_copies",
    ("turnierleitung", "archiv"): "archive",
    ("auswertung", "liste-eingeben"): "scoresheet",
    ("auswertung", "spielwert"): "game_choose",
    ("auswertung", "fehler-suchen"): "sheet_slips",
    ("auswertung", "zweiterfassung"): "second",
    ("auswertung", "summen"): "totals totals_correct",
    ("auswertung", "nicht-gesendet"): "unsent sheet_go",
    ("aufsicht", "wartet"): "approvals",
    ("aufsicht", "annehmen"): "scoresheet_look",
    ("aufsicht", "eigener-code"): "supervisor_code",
    ("aufsicht", "korrigieren"): "game_correct game_strike game_restore game_sanction game_rule",
    ("aufsicht", "liste-stimmt-nicht"): "sheet_trouble sheet_void",
    ("aufsicht", "einspruch"): "disputes sheet_disputes dispute",
    ("aufsicht", "verhalten"): "conduct conduct_warn conduct_exclude conduct_readmit conduct_report",
    ("aufsicht", "saal"): "floor",
    ("aufsicht", "nachrichten"): "table_messages",
    ("aufsicht", "auffaelliges"): "hints",
    ("listenfuehrer", "anmelden"): "table_enrol",
    ("listenfuehrer", "spiel-eintragen"): "table_page",
    ("listenfuehrer", "einspruch"): "table_dispute",
    ("spieler", "platz-finden"): "public_seat public_tables screen_seats",
    ("spieler", "rangliste"): "public_standings public_player",
    ("spieler", "startkarte"): "own_page own_objection",
    ("spieler", "unterschreiben"): "sign",
    ("spieler", "preise"): "screen_prizes",
    ("notfall", "wiederherstellen"): "backup_restore backup_checked backup_restore_now",
    ("notfall", "nach-dem-wiederherstellen"): "restored",
    ("regeln", "ansehen"): "rulesets ruleset",
    ("regeln", "aendern"): "ruleset_copy ruleset_edit ruleset_delete",
    ("regeln", "einlesen"): "ruleset_import",
    ("regeln", "tarif"): "tariffs tariff tariff_copy tariff_edit tariff_import",
    ("regeln", "im-turnier"): "tournament_rules",
    ("pruefen", "dokument"): "verify verify_code",
    ("pruefen", "auslosung"): "public_draw",
    ("pruefen", "los"): "public_lot",
    ("pruefen", "protokoll"): "log",
    ("pruefen", "protokollstand"): "public_log",
    ("netz", "vertrauen"): "trust trust_certificate",
    ("datenschutz", "namen"): "names_in_public",
    ("datenschutz", "loeschen"): "retention",
    ("datenschutz", "person-vergessen"): "participant_forget",
    ("einlass", "einlassen"): "door door_find",
    ("einlass", "ohne-namen"): "nameless_add participant_name",
    ("einlass", "startkarten"): "start_cards start_cards_make start_card_lost",
    ("einlass", "freie-plaetze"): "seats_left screen_seats_left",
    ("einlass", "kasse"): "cash cash_close",
    ("einlass", "adressbuch"): "address_book known_person known_person_remove doublets people_merge",
    ("einlass", "wer-ist-da"): "presence",
    ("einlass", "einlass-lose"): "door_lots",
}
PLACES = {name: place for place, names in SECTIONS.items() for name in names.split()}


def help_address(url_name: str | None) -> str | None:
    """Return the address of the section that explains this page; None where it has no section of its own."""
    place = PLACES.get(url_name or "")
    return page_address(*place) if place else None
