"""URLs of claims."""

from django.urls import path

from league.claims import views

urlpatterns = [path("claims/<str:token>/", views.claim, name="claim")]
