"""URL of the search page."""

from django.urls import path

from league.search import views

urlpatterns = [path("search/", views.search_page, name="search")]
