"""Settings of all tests."""

import signal

from hypothesis import settings

# Speed is for scripts/bench: on a busy machine a deadline fails what is right.
settings.register_profile("cardsolver", deadline=None)
settings.load_profile("cardsolver")

# A shell starts background jobs deaf to Ctrl-C, and children inherit that; the tests need it heard.
signal.signal(signal.SIGINT, signal.default_int_handler)
