"""URLs of the live part of the header."""

from django.urls import path

from league.header import views

urlpatterns = [path("fragments/bell/", views.bell, name="bell")]
