"""Coming in and going out, by django-allauth, in our words and looks.

account   its adapter: who a new account is, what letters say, nothing about who has an account
social    the same for whoever is vouched for by Google or Facebook
backend   whose address and password these are
forms     its forms, with our fields and words
limits    how often letters go out
views     its pages that say more here
gates     which pages are for whom: visitors, guests, accounts
urls      the pages of it that this site has
"""
