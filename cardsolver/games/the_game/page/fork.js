// "Try from here": leave the recorded game at any moment and lay other cards, checked by the rules.
"use strict";
(function (cs) {
  const { PILES, lay, end, needed, describe, tableau } = cs.theGame;
  const { make, button } = cs.dom;

  function addFork(player) {
    const states = []; // of the attempt, the last one on the table; empty: no attempt
    const told = [];
    let chosen = null; // a card in the hand

    const tryIt = button("Try from here", "t", begin);
    const endTurn = button("End the turn", "e", () => play("ends the turn", end(states.at(-1))));
    const undo = button("Take back", "u", takeBack);
    const leave = button("Back to the game", "Escape", back);
    const moves = make("span", { id: "fork-moves", hidden: "" }, [endTurn, undo, leave]);
    const section = make("section", { id: "fork", "aria-label": "Try other cards" }, [tryIt, moves]);

    function begin() {
      const { state } = player.frame();
      if (!state) return;
      player.pause();
      states.push(state);
      show(`${who(state)}: choose a card, then a pile.`);
    }

    function back() {
      states.length = told.length = 0;
      chosen = null;
      document.body.classList.remove("is-trying");
      player.show();
    }

    function takeBack() {
      if (states.length > 1) {
        states.pop();
        told.pop();
      }
      chosen = null;
      show("Taken back.");
    }

    const who = (state) => (state.end === null ? player.names[state.mover] : "The game is over");

    // A move that the rules have judged: the new state, or the refusal with the rule's number.
    function play(words, judged) {
      if (judged.message !== undefined) {
        chosen = null;
        show(judged.message, true);
        return;
      }
      const seat = player.names[states.at(-1).mover];
      states.push(judged.state);
      told.push(`${seat} ${words}`);
      chosen = null;
      const next = judged.state.end === null ? "" : ` Your try: ${describe(judged.state)}.`;
      show(`${told.at(-1)}.${next}`);
    }

    function pickCard(card, seat) {
      if (seat !== states.at(-1).mover) return;
      chosen = chosen === card ? null : card;
      show(chosen === null ? "Choose a card." : `${card}: on which pile?`);
    }

    function pickPile(pile) {
      if (chosen === null) {
        show("Choose a card of the hand first.");
        return;
      }
      play(`lays ${chosen} on ${PILES[pile]}`, lay(states.at(-1), pile, chosen));
    }

    function show(text, isRefusal = false) {
      const state = states.at(-1);
      document.body.classList.add("is-trying");
      player.say("Your own try", text, isRefusal);
      player.showTableau(tableau(state), {
        toMove: state.end === null ? state.mover : null,
        chosen,
        onCard: (zone, card) => zone.owner !== null && pickCard(Number(card.text), zone.owner),
        onZone: (zone) => pickPile(PILES.indexOf(zone.title[0])),
        isButtonZone: (zone) => zone.owner === null && !zone.isLong,
        isButtonCard: (zone) => zone.owner === state.mover && state.end === null,
      });
      update();
    }

    function update() {
      const state = states.at(-1);
      const isOn = state !== undefined;
      tryIt.hidden = isOn;
      tryIt.disabled = !player.frame().state || player.frame().state.end !== null;
      moves.hidden = !isOn;
      endTurn.disabled = !isOn || state.end !== null || state.laid < needed(state);
      undo.disabled = states.length < 2;
    }

    player.onShow(() => {
      if (states.length) back();
      update();
    });
    return section;
  }

  cs.extras = [...(cs.extras ?? []), addFork];
})((globalThis.cardsolver ??= {}));
