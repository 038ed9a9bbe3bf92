"""Every address. Public ones lie under /t/<slug>/ and stay short and stable; the desk's under /tournaments/<slug>/."""

from django.urls import include, path

from tournament.views import people, tournaments

urlpatterns = [
    path("", tournaments.home, name="home"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("login/", people.login, name="login"),
    path("logout/", people.logout, name="logout"),
]
