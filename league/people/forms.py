"""Forms of accounts."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, SetPasswordForm, UsernameField
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from engines.i18n import translate as _
from league.people.actions.accounts import find_username_error
from league.people.actions.login_throttling import count_attempt, sign_in_buckets
from league.people.known_browsers import COOKIE_NAME, NO_SOURCE, Source, get_source
from league.people.models import Player
from matches.errors import ActionError

PASSWORD_HELP = gettext_lazy("At least 8 characters, not a common password.")


def _password_field(label: Any, autocomplete: str = "new-password", help_text: Any = "") -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, strip=False, max_length=200, help_text=help_text, widget=widget)


def _email_field(label: Any, help_text: Any = "", *, required: bool = False) -> forms.EmailField:
    widget = forms.EmailInput(attrs={"autocomplete": "email"})
    return forms.EmailField(label=label, help_text=help_text, required=required, widget=widget)


def _check_passwords_match(form: forms.Form, name: str) -> None:
    """Add an error unless the password was typed the same way twice."""
    data = form.cleaned_data
    if name in data and "again" in data and data[name] != data["again"]:
        form.add_error("again", _("The passwords don't match."))


class SignInForm(AuthenticationForm):
    """Django's sign-in form with rate limits and without autofocus."""

    username = UsernameField()

    def clean(self) -> dict[str, Any]:
        if not self.cleaned_data.get("username") or not self.cleaned_data.get("password"):
            return super().clean()
        username = self.cleaned_data["username"]
        try:
            with count_attempt(sign_in_buckets(username, _get_source(self.request, username))):
                return super().clean()
        except ActionError as error:
            raise forms.ValidationError(error.text, code=error.code) from None


def _get_source(request: HttpRequest | None, username: str) -> Source:
    """Return the client's source; look the account up only if the browser has a cookie of known accounts."""
    if request is None:
        return NO_SOURCE
    has_cookie = COOKIE_NAME in request.COOKIES
    owner = Player.objects.filter(username__iexact=username.strip()).only("pk").first() if has_cookie else None
    return get_source(request, owner.pk if owner else None)


class NewAccountForm(forms.Form):
    """The name and address of a new account."""

    username = forms.CharField(
        max_length=20,
        label=gettext_lazy("Username"),
        help_text=gettext_lazy("Use 3 to 20 letters, digits, hyphens or underscores. Start with a letter or digit."),
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    email = _email_field(
        gettext_lazy("Email (optional)"),
        gettext_lazy("Only for emails to you, such as password resets. Never shown to anyone else."),
    )

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if error := find_username_error(username):
            raise forms.ValidationError(error)
        return username


class SignUpForm(NewAccountForm):
    """A new account with a password, optionally from a guest."""

    password = _password_field(gettext_lazy("Password"), help_text=PASSWORD_HELP)
    again = _password_field(gettext_lazy("Repeat password"))

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        _check_passwords_match(self, "password")
        if "password" in data:
            try:
                validate_password(data["password"], Player(username=data.get("username", "")))
            except forms.ValidationError as error:
                self.add_error("password", error)
        return data


class CurrentPasswordForm(forms.Form):
    """The current password, required for every change of sign-in data. Accounts without one have just signed in."""

    password = _password_field(gettext_lazy("Your password"), "current-password")

    def __init__(self, *args: Any, person: Player | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if person is not None and not person.has_usable_password():
            del self.fields["password"]


class ProfileForm(forms.Form):
    """The public profile, and the language where several are offered."""

    display_name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("Shown to others. Leave blank to show your username."),
    )
    about = forms.CharField(label=gettext_lazy("Bio"), max_length=500, required=False, widget=forms.Textarea(attrs={"rows": 5}))
    is_bot_account = forms.BooleanField(
        label=gettext_lazy("Bot account"),
        required=False,
        help_text=gettext_lazy(
            "For accounts played by a program. Its matches are rated in separate pools, and it can only enter "
            "events that allow bot accounts. You can change this until its first match."
        ),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        help_text=gettext_lazy("For pages, emails and push notifications."),
        required=False,
        choices=lambda: [(code, dict(settings.LANGUAGES)[code]) for code in settings.LANGUAGES_OFFERED],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(settings.LANGUAGES_OFFERED) < 2:
            del self.fields["language"]


class EmailForm(CurrentPasswordForm):
    """A new email address, confirmed by password."""

    email = _email_field(
        gettext_lazy("Email address"), gettext_lazy("We'll send a confirmation link. Leave blank to remove your address.")
    )
    field_order = ["email", "password"]


class PasswordForm(CurrentPasswordForm):
    """A new password, confirmed by the current one."""

    new = _password_field(gettext_lazy("New password"), help_text=PASSWORD_HELP)
    again = _password_field(gettext_lazy("Repeat new password"))

    def clean(self) -> dict[str, Any]:
        _check_passwords_match(self, "new")
        return self.cleaned_data


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]
    """A new password after a reset, worded as in the other forms."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, source_name in (("new_password1", "new"), ("new_password2", "again")):
            self.fields[name].label = PasswordForm.base_fields[source_name].label
            self.fields[name].help_text = PasswordForm.base_fields[source_name].help_text


class ResetForm(forms.Form):
    """The address for a password reset."""

    email = _email_field(gettext_lazy("Email address"), required=True)


class CodeForm(forms.Form):
    """A code of the second factor, or a recovery code."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "text", "autocapitalize": "none"}),
    )


class FirstCodeForm(CodeForm, CurrentPasswordForm):
    """The first code, which enables the second factor."""

    field_order = ["code", "password"]
