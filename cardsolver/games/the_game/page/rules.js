// The lay rules of The Game, for trying other cards on a replay's page. docs/rules/the-game.md has
// the numbers; the tests hold this file to cardsolver/games/the_game/rules.py, message by message.
//
// A state: {tops, hands, draw, mover, laid, due, minimum, onFire, end}. Seats and piles count from 0.
"use strict";
(function (cs) {
  const PILES = "ABCD";
  const TRICK = 10; // TG-8
  const EXCELLENT = 10; // TG-19
  const FIRE_CARDS = [22, 33, 44, 55, 66, 77]; // TG-24
  const END_RULES = { stuck: "TG-17", won: "TG-18", fire: "TG-25" };

  const goesUp = (pile) => pile < 2;

  // May this card lie on this top (TG-7, TG-8)?
  const fits = (pile, top, card) =>
    goesUp(pile) ? card > top || card === top - TRICK : card < top || card === top + TRICK;

  // Cards to lay this turn (TG-11).
  const needed = (state) => (state.draw.length ? state.minimum : 1);

  // Cards not laid (TG-19).
  const left = (state) => state.draw.length + state.hands.reduce((sum, hand) => sum + hand.length, 0);

  const refusal = (rule, fault) => ({ rule, message: `${fault} (${rule})` });

  function lay(state, pile, card) {
    if (state.end !== null) return tooLate(state, PILES[pile] + card);
    const hand = state.hands[state.mover];
    if (!hand.includes(card)) {
      return refusal("TG-6", `${card} is not in the hand; it holds ${hand.join(" ")}`);
    }
    const top = state.tops[pile];
    if (!fits(pile, top, card)) return misfit(pile, top, card);
    return {
      state: settle({
        ...state,
        tops: state.tops.with(pile, card),
        hands: state.hands.with(state.mover, hand.filter((other) => other !== card)),
        laid: state.laid + 1,
        due: state.due.filter((other) => other !== pile), // covered (TG-25)
      }),
    };
  }

  function misfit(pile, top, card) {
    const trick = goesUp(pile) ? top - TRICK : top + TRICK;
    const hasTrick = trick >= 2 && trick <= 99;
    const wanted = `a ${goesUp(pile) ? "higher" : "lower"} card${hasTrick ? `, or exactly ${trick}` : ""}`;
    const fault = `${card} does not fit on pile ${PILES[pile]} (top ${top}); expected ${wanted}`;
    return refusal("TG-7", fault);
  }

  function end(state) {
    if (state.end !== null) return tooLate(state, "end");
    if (state.laid < needed(state)) {
      const fault = `end after ${state.laid} of at least ${needed(state)} cards; expected a card to lay`;
      return refusal("TG-13", fault);
    }
    return { state: settle(finishTurn(state)) };
  }

  const tooLate = (state, move) =>
    refusal(END_RULES[state.end], `the game is over; '${move}' comes too late`);

  // Check the fire, draw (TG-12), and pass the turn on.
  function finishTurn(state) {
    if (state.due.length) return { ...state, end: "fire" }; // TG-25
    const drawn = state.draw.slice(0, state.laid);
    const hand = [...state.hands[state.mover], ...drawn].sort((one, two) => one - two);
    return {
      ...state,
      hands: state.hands.with(state.mover, hand),
      draw: state.draw.slice(state.laid),
      mover: nextSeat(state),
      laid: 0,
      due: state.onFire ? [0, 1, 2, 3].filter((pile) => FIRE_CARDS.includes(state.tops[pile])) : [],
    };
  }

  const nextSeat = (state) => (state.mover + 1) % state.hands.length;

  // Continue to the next decision, or to the end of the game.
  function settle(state) {
    while (state.end === null) {
      if (!left(state)) return { ...state, end: "won" }; // TG-18
      const hand = state.hands[state.mover];
      if (hand.length) {
        const isStuck = state.laid < needed(state) && !hand.some((card) => fitsAny(state, card));
        return isStuck ? { ...state, end: "stuck" } : state; // TG-17
      }
      // TG-13: an empty hand ends the turn by itself; TG-14: who has no cards is passed over.
      state = state.laid ? finishTurn(state) : { ...state, mover: nextSeat(state) };
    }
    return state;
  }

  const fitsAny = (state, card) => state.tops.some((top, pile) => fits(pile, top, card));

  function describe(state) {
    const count = left(state);
    const cards = `${count} card${count === 1 ? "" : "s"} left`;
    if (state.end === "won") return "won: every card is laid";
    if (state.end === "fire") return `lost to the fire: ${cards}`;
    return `stuck: ${cards}${count < EXCELLENT ? ", an excellent result" : ""}`;
  }

  // What cardsolver/games/the_game/stage.py makes of a state.
  function tableau(state) {
    const card = (text) => ({ text: String(text), tone: "", mark: "", isNew: false });
    const pile = (top, at) => {
      const isBase = top === 1 || top === 100;
      const tone = isBase ? "base" : goesUp(at) ? "up" : "down";
      const shown = { ...card(top), tone, mark: state.due.includes(at) ? "fire!" : "" };
      return zone(`${PILES[at]} ${goesUp(at) ? "▲" : "▼"}`, [shown]);
    };
    const seat = (hand, at) => ({
      facts: state.end === null && at === state.mover ? [`laid ${state.laid} of at least ${needed(state)}`] : [],
      zones: [{ ...zone("hand", hand.map(card)), owner: at, isSecret: true }],
    });
    const draw = { ...zone("draw pile", state.draw.map(card)), isSecret: true, isLong: true };
    return { table: [...state.tops.map(pile), draw], seats: state.hands.map(seat) };
  }

  const zone = (title, cards) => ({ title, cards, note: "", owner: null, isSecret: false, isLong: false });

  cs.theGame = { PILES, lay, end, fits, left, needed, describe, tableau };
})((globalThis.cardsolver ??= {}));
