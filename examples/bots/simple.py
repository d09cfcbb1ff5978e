#!/usr/bin/env python3
"""A complete bot in plain Python: it speaks the protocol of docs/protocol.md and plays any game.

    cardsolver bot-check "cmd:python3 examples/bots/simple.py"
    cardsolver tournament the-game --bots "greedy,cmd:python3 examples/bots/simple.py" --seeds 0:20

In The Game it lays the card that loses least; in the others it takes the first legal move. It
remembers nothing: each request carries everything it needs, and it asks to be spared the history.
"""

import json
import sys


def cheapest_lay(request):
    """The Game: the legal lay that takes the fewest numbers from its pile."""
    tops = request["view"]["tops"]

    def lost(move):
        """How many numbers it skips; the backwards trick gives ten back, so it comes to -10."""
        pile, card = move[0], int(move[1:])
        return card - tops[pile] if pile in "AB" else tops[pile] - card

    lays = [move for move in request["legal"] if move[0] in "ABCD"]
    return min(lays, key=lost) if lays else None


def choose(request):
    """One of the legal moves."""
    legal = request["legal"]
    if request["game"] != "the-game":
        return legal[0]
    lay = cheapest_lay(request)
    view = request["view"]
    if lay is None or ("end" in legal and view["laid"] >= view["minimum"]):
        return "end" if "end" in legal else legal[0]
    return lay


def main():
    """Answer line by line until the referee says quit or closes our input."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, "name": "simple.py", "history": "none"}
        elif message["type"] == "move":
            answer = {"type": "move", "id": message["id"], "move": choose(message)}
        elif message["type"] == "quit":
            break
        else:
            continue  # new-game, result, and whatever a later version may say
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
