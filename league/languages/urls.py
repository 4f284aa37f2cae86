from django.urls import path

from league.languages import views

urlpatterns = [
    path("language/", views.choose, name="language"),
    path("words/<slug:language>/<slug:part>/<slug:fingerprint>.json", views.words, name="words"),
]
