"""Settings of all tests."""

from hypothesis import settings

# Speed is for scripts/bench: on a busy machine a deadline fails what is right.
settings.register_profile("cardsolver", deadline=None)
settings.load_profile("cardsolver")
