"""The addresses of the sheet at the table, and of the devices at the desk."""

from django.urls import URLPattern, path

from tournament.devices.views import (
    devices,
    offline,
    signing,
    table,
    table_requests,
    table_runners,
    table_signatures,
    unsent,
)

DEVICES: list[URLPattern] = [
    path("service-worker.js", offline.service_worker, name="service_worker"),
    path("table.webmanifest", offline.table_manifest, name="table_manifest"),
    path("tournaments/<slug:slug>/matches/<int:number>/devices/", devices.devices, name="devices"),
    path("tournaments/<slug:slug>/matches/<int:number>/devices/renew/", devices.codes_renew, name="codes_renew"),
    path("table/<slug:slug>/<int:match>/<int:table>/", table.table_page, name="table_page"),
    path("table/<slug:slug>/<int:match>/<int:table>/enrol/", devices.enrol, name="table_enrol"),
    path("table/<slug:slug>/<int:match>/<int:table>/state.json", table.table_json, name="table_state"),
    path(
        "table/<slug:slug>/<int:match>/<int:table>/recollection/", table.table_recollection, name="table_recollection"
    ),
    path("table/<slug:slug>/<int:match>/<int:table>/signatures/", table_signatures.table_sign, name="table_sign"),
    path(
        "table/<slug:slug>/<int:match>/<int:table>/signatures/refuse/",
        table_signatures.table_sign_refuse,
        name="table_sign_refuse",
    ),
    path(
        "table/<slug:slug>/<int:match>/<int:table>/signatures/links/",
        table_signatures.table_sign_link,
        name="table_sign_link",
    ),
    path("table/<slug:slug>/<int:match>/<int:table>/outcomes.json", table.table_outcomes_json, name="table_outcomes"),
    path("table/<slug:slug>/<int:match>/<int:table>/runners/", table_runners.table_runners, name="table_runners"),
    path("table/<slug:slug>/<int:match>/<int:table>/requests/", table_requests.table_request, name="table_request"),
    path(
        "table/<slug:slug>/<int:match>/<int:table>/requests/withdraw/",
        table_requests.table_request_withdraw,
        name="table_request_withdraw",
    ),
    path(
        "table/<slug:slug>/<int:match>/<int:table>/requests/decide/",
        table_requests.table_request_decide,
        name="table_request_decide",
    ),
    path("sign/<str:token>/", signing.sign, name="sign"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/unsent/", unsent.unsent, name="unsent"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/code/", devices.sheet_code, name="sheet_code"),
    path("tournaments/<slug:slug>/<int:match>/<int:table>/code/renew/", devices.code_renew, name="code_renew"),
    path(
        "tournaments/<slug:slug>/<int:match>/<int:table>/devices/<int:number>/lock/",
        devices.device_lock,
        name="device_lock",
    ),
]
