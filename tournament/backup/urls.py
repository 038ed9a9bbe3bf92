"""The addresses of copies of the installation."""

from django.urls import URLPattern, path

from tournament.backup.views import backups, restores

BACKUP: list[URLPattern] = [
    path("backup/", backups.backup, name="backup"),
    path("backup/copy/", backups.backup_copy, name="backup_copy"),
    path("backup/locations/", backups.backup_location, name="backup_location"),
    path("backup/locations/<slug:key>/", backups.backup_copies, name="backup_copies"),
    path("backup/locations/<slug:key>/remove/", backups.backup_location_remove, name="backup_location_remove"),
    path("backup/restore/", backups.backup_restore, name="backup_restore"),
    path("backup/restore/checked/", backups.backup_checked, name="backup_checked"),
    path("backup/restore/now/", backups.backup_restore_now, name="backup_restore_now"),
    path("tournaments/<slug:slug>/matches/<int:number>/restored/", restores.restored, name="restored"),
    path(
        "tournaments/<slug:slug>/matches/<int:number>/restored/settle/", restores.restore_settle, name="restore_settle"
    ),
]
