"""URLs of the referee dashboard."""

from django.urls import path

from league.desk import views

urlpatterns = [
    path("desk/", views.desk_page, name="desk"),
    path("desk/events/<int:event_id>/", views.event_hold_page, name="desk-event"),
    path("desk/matches/<int:match_id>/", views.case_page, name="desk-match"),
    path("desk/matches/<int:match_id>/look/", views.hidden_view_page, name="desk-look"),
    path("desk/matches/<int:match_id>/verify/", views.verify_page, name="desk-verify"),
    path("desk/matches/<int:match_id>/result/", views.result_page, name="desk-result"),
    path("desk/matches/<int:match_id>/calls/<int:call_id>/answer/", views.answer_call_page, name="desk-answer"),
    path("fragments/matches/<int:match_id>/referee/", views.referee_panel_fragment, name="match-referee"),
]
