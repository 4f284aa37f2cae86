from django.contrib.auth.views import LogoutView
from django.urls import path

from league.people import views

urlpatterns = [
    path("accounts/sign-in/", views.SignIn.as_view(), name="sign-in"),
    path("accounts/sign-up/", views.sign_up_page, name="sign-up"),
    path("accounts/sign-out/", LogoutView.as_view(), name="sign-out"),
    path("players/<username:username>/", views.player, name="player"),
]
