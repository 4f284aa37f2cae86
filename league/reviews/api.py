"""API views of reviews."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.people.sessions import require_account
from league.reviews import actions
from league.reviews.queries import MatchReview, get_review
from matches.api.dataclass_schemas import get_serializer_class, to_primitive
from matches.api.validation import InputSerializer, validate_input
from matches.server_time import now

REVIEW = get_serializer_class(MatchReview)


class ReviewRequestSerializer(InputSerializer):
    """A request without fields."""


class ReviewView(APIView):
    """The review of a match."""

    @extend_schema(responses=REVIEW)
    def get(self, request: Request, match_id: int) -> Response:
        """Return the review of a finished match, or its progress. Everyone who may see the replay may see it."""
        return Response(to_primitive(get_review(match_id, request.user.pk)))

    @extend_schema(request=ReviewRequestSerializer, responses={200: REVIEW})
    def post(self, request: Request, match_id: int) -> Response:
        """Ask for the review of a finished match. It is computed once, for all. You can wait for 3 at a time."""
        person = require_account(request)
        validate_input(ReviewRequestSerializer, request.data)
        actions.request_review(match_id=match_id, player_id=person.pk, at=now())
        return Response(to_primitive(get_review(match_id, person.pk)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, match_id: int) -> Response:
        """Stop waiting for a review. It is dropped if nobody else waits for it."""
        actions.cancel_request(match_id=match_id, player_id=require_account(request).pk)
        return Response(status=204)
