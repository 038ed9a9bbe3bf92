"""The addresses of the screens in the hall."""

from django.urls import URLPattern, path

from tournament.screens.views import desk, hall

SCREENS: list[URLPattern] = [
    path("schirm/", hall.hall_screen, name="hall_screen"),
    path("tournaments/<slug:slug>/screens/", desk.screens, name="screens"),
    path("tournaments/<slug:slug>/screens/name/", desk.screen_name, name="screen_name"),
    path("tournaments/<slug:slug>/screens/message/", desk.screens_message, name="screens_message"),
    path("tournaments/<slug:slug>/screens/<int:pk>/", desk.screen, name="screen"),
    path("tournaments/<slug:slug>/screens/<int:pk>/message/", desk.screen_message, name="screen_message"),
    path("tournaments/<slug:slug>/screens/<int:pk>/forget/", desk.screen_forget, name="screen_forget"),
    path("tournaments/<slug:slug>/screens/<int:pk>/preview/", hall.screen_preview, name="screen_preview"),
]
