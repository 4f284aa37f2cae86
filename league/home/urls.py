"""URLs of the home page."""

from django.urls import path

from league.home import views

urlpatterns = [path("", views.home_page, name="home"), path("fragments/home/", views.home_fragment, name="home-fragment")]
