"""`python -m cardsolver`."""

from cardsolver.cli import main

if __name__ == "__main__":
    main()
