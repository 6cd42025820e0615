"""The pages of django-allauth that this site has, below /account/."""

from allauth.account import views
from allauth.mfa.base import views as factor
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as app
from allauth.socialaccount import views as social
from allauth.urls import build_provider_urlpatterns
from django.urls import path, re_path

from accounts.entrance.gates import amid_signing_in, for_accounts, for_newcomers
from accounts.entrance.views import Address, SignOut

urlpatterns = [
    path("login/", for_newcomers(views.login), name="account_login"),
    path("signup/", for_newcomers(views.signup), name="account_signup"),
    path("logout/", for_accounts(SignOut.as_view()), name="account_logout"),
    path("inactive/", views.account_inactive, name="account_inactive"),
    path("email/", for_accounts(Address.as_view()), name="account_email"),
    re_path(r"^confirm-email/(?P<key>[-:\w]+)/$", views.confirm_email, name="account_confirm_email"),
    path("password/change/", for_accounts(views.password_change), name="account_change_password"),
    path("password/set/", for_accounts(views.password_set), name="account_set_password"),
    path("password/reset/", views.password_reset, name="account_reset_password"),
    path("password/reset/done/", views.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/key/done/",
        views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    path("reauthenticate/", for_accounts(views.reauthenticate), name="account_reauthenticate"),
    path("2fa/authenticate/", amid_signing_in(factor.authenticate), name="mfa_authenticate"),
    path("2fa/", for_accounts(factor.index), name="mfa_index"),
    path("2fa/reauthenticate/", for_accounts(factor.reauthenticate), name="mfa_reauthenticate"),
    path("2fa/totp/activate/", for_accounts(app.activate_totp), name="mfa_activate_totp"),
    path("2fa/totp/deactivate/", for_accounts(app.deactivate_totp), name="mfa_deactivate_totp"),
    path("2fa/recovery-codes/", for_accounts(codes.view_recovery_codes), name="mfa_view_recovery_codes"),
    path(
        "2fa/recovery-codes/generate/",
        for_accounts(codes.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "2fa/recovery-codes/download/",
        for_accounts(codes.download_recovery_codes),
        name="mfa_download_recovery_codes",
    ),
    path("3rdparty/", for_accounts(social.connections), name="socialaccount_connections"),
    path("3rdparty/login/cancelled/", social.login_cancelled, name="socialaccount_login_cancelled"),
    path("3rdparty/login/error/", social.login_error, name="socialaccount_login_error"),
    *build_provider_urlpatterns(),
]
