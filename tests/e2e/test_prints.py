"""Sheets chosen and printed in a browser: their number, the progress, cancelling, and a file that survives a reload."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.worlds.played import play
from tournament.exports.print_jobs import make_print, only_printer
from tournament.models import PrintJob
from tournament.services.print_jobs import note_progress, take_print

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def test_a_print_from_the_choice_to_the_file(device: Device, live_server: Any) -> None:
    tournament, actor = play(3, [])
    page = device(actor, viewport={"width": 320, "height": 640})
    page.goto(reverse("print_sheets", args=[tournament.slug, 1]))
    expect(page.locator("#pages")).to_have_text("3 sheets")
    page.get_by_label("Tables").fill("2-3")
    expect(page.locator("#pages")).to_have_text("2 sheets")
    page.get_by_label("Tables").fill("2-9")
    expect(page.locator("#pages")).to_have_text("There is no table 9 in this match.")
    page.get_by_label("Tables").fill("2-3")
    with only_printer():  # as if a printer were running
        page.get_by_role("button", name="Print", exact=True).press("Enter")
        expect(page.get_by_role("status")).to_contain_text("Waiting · 0 of 2 sheets")
        page.get_by_role("button", name="Cancel the print").click()
        expect(page.get_by_role("status")).to_contain_text("Cancelled")
        page.get_by_role("link", name="Print once more").click()
        page.get_by_label("Tables").fill("2-3")
        page.get_by_role("button", name="Print", exact=True).click()
        expect(page.get_by_role("status")).to_contain_text("Waiting")
        job = PrintJob.objects.first()
        assert job is not None
        take_print(job=job)
        note_progress(job=job, done=1)
        expect(page.get_by_role("progressbar")).to_have_attribute("value", "1")
        expect(page.get_by_role("status")).to_contain_text("Being made · 1 of 2 sheets")
        make_print(job)
        expect(page.get_by_role("link", name="Open the file")).to_be_visible()
    page.reload()
    answer = page.request.get(page.get_by_role("link", name="Open the file").get_attribute("href"))
    assert (answer.status, answer.body()[:4], PrintJob.objects.count()) == (200, b"%PDF", 2)
