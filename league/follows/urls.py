"""URLs of followed players."""

from django.urls import path

from league.follows import views

urlpatterns = [
    path("following/", views.following, name="following"),
    path("players/<username:username>/follow/", views.follow, name="follow"),
]
