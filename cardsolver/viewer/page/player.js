// The page of a replay: where we are in the game, and what slider, buttons, keys and links do.
"use strict";
(function (cs) {
  const { make } = cs.dom;
  const BEAT_MS = 700;
  const MOODS = { good: "✓", bad: "✗", open: "?" };

  const find = (id) => document.getElementById(id);

  // The tables of cards and zones become the tableaus of the frames again.
  function unpack(data) {
    const cards = data.cards.map(([text, tone, mark, isNew]) => ({ text, tone, mark, isNew: Boolean(isNew) }));
    const zones = data.zones.map((zone) => ({ ...zone, cards: zone.cards.map((at) => cards[at]) }));
    return data.frames.map((frame) => ({
      ...frame,
      tableau: {
        table: frame.table.map((at) => zones[at]),
        seats: frame.seats.map((seat) => ({ facts: seat.facts, zones: seat.zones.map((at) => zones[at]) })),
      },
    }));
  }

  function start() {
    const data = JSON.parse(find("game").textContent);
    const frames = unpack(data);
    const last = frames.length - 1;
    const lastTurn = frames[last].turn;
    const remarks = new Map(data.remarks.map((remark) => [remark.turn, remark]));
    const listeners = [];
    let at = 0;
    let timer = null;

    // Where ------------------------------------------------------------------------------------

    const afterTurn = (turn) => Math.max(0, frames.findLastIndex((frame) => frame.turn <= turn));

    const place = (frame) => {
      const { turn, step } = frames[frame];
      return frame === 0 ? "0" : frame === afterTurn(turn) ? `${turn}` : `${turn}.${step}`;
    };

    // `#17` is the table after turn 17, `#17.2` after its second move.
    function fromLink() {
      const match = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash);
      if (!match) return null;
      const [turn, step] = [Number(match[1]), Number(match[2] ?? 0)];
      const exact = frames.findIndex((frame) => frame.turn === turn && frame.step === step);
      return step && exact >= 0 ? exact : afterTurn(turn);
    }

    function go(to) {
      at = Math.min(Math.max(0, to), last);
      history.replaceState(null, "", `#${place(at)}`);
      show();
    }

    // Showing ----------------------------------------------------------------------------------

    function show() {
      const frame = frames[at];
      showTableau(frame.tableau, { toMove: frame.toMove });
      const { turn } = frame;
      const caption = find("secrets").checked ? frame.caption : (frame.closed ?? frame.caption);
      const where = turn ? `Turn ${turn} of ${lastTurn}` : "Before turn 1";
      say(where, `${caption}.` + (at === last ? ` ${data.ending}.` : ""));
      const remark = remarks.get(turn);
      find("remark").textContent = remark ? `${MOODS[remark.mood]} Before this turn: ${remark.outlook}.` : "";
      const before = make("a", { href: `#${turn - 1}` }, ["Go to the moment before it."]);
      find("blunder").replaceChildren(...(remark?.blunder ? [`✗ ${remark.blunder}. `, before] : []));
      slider.value = String(at);
      slider.setAttribute("aria-valuetext", `${where}: ${caption}`);
      moveCursor(at);
      for (const item of find("turns").querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
      const item = find("turns").querySelector(`[data-turn="${turn}"]`);
      item?.setAttribute("aria-current", "step");
      keepInSight(item);
      for (const listener of listeners) listener();
    }

    function say(where, caption, isRefusal = false) {
      find("where").textContent = where;
      find("caption").textContent = caption;
      find("caption").classList.toggle("is-refusal", isRefusal);
    }

    const showTableau = (tableau, options) =>
      cs.drawTableau(find("tableau"), tableau, { names: data.names, secrets: find("secrets").checked, ...options });

    // Scrolls the list of turns only, never the page.
    function keepInSight(item) {
      const list = find("turns");
      if (!item || list.scrollHeight <= list.clientHeight) return;
      list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
    }

    // Running ----------------------------------------------------------------------------------

    function pause() {
      clearInterval(timer);
      timer = null;
      find("play").textContent = "▶";
      find("play").setAttribute("aria-label", "Play");
    }

    function playOrPause() {
      if (timer !== null) return pause();
      if (at === last) go(0);
      timer = setInterval(() => (at < last ? go(at + 1) : pause()), BEAT_MS);
      find("play").textContent = "❚❚";
      find("play").setAttribute("aria-label", "Pause");
    }

    // Controls ---------------------------------------------------------------------------------

    const by = (to) => () => {
      pause();
      go(to());
    };
    const steps = {
      first: by(() => 0),
      back: by(() => at - 1),
      next: by(() => at + 1),
      last: by(() => last),
      turnBack: by(() => afterTurn(frames[at].turn - 1)),
      turnNext: by(() => afterTurn(frames[at].turn + 1)),
    };
    const KEYS = {
      ArrowLeft: steps.back,
      ArrowRight: steps.next,
      ArrowUp: steps.turnBack,
      ArrowDown: steps.turnNext,
      Home: steps.first,
      End: steps.last,
      " ": playOrPause,
      h: () => find("secrets").click(),
    };

    const slider = find("slider");
    slider.max = String(last);
    slider.addEventListener("input", () => by(() => Number(slider.value))());
    for (const name of Object.keys(steps)) find(name)?.addEventListener("click", steps[name]);
    find("play").addEventListener("click", playOrPause);
    find("secrets").addEventListener("change", show);
    addEventListener("hashchange", () => {
      const to = fromLink();
      if (to !== null && to !== at) by(() => to)();
    });
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const pressable = event.target.closest("button, input, summary");
      if (pressable && event.key === " " && pressable !== slider) return; // it presses or opens that
      const pressed = document.querySelector(`button[data-key="${CSS.escape(event.key)}"]`);
      const action = KEYS[event.key] ?? (pressed?.checkVisibility() && !pressed.disabled && (() => pressed.click()));
      if (!action) return;
      event.preventDefault();
      action();
    });

    // The list of turns, the chart, and what the game adds -----------------------------------------

    for (let turn = 1; turn <= lastTurn; turn += 1) {
      const moves = frames.filter((frame) => frame.turn === turn);
      const remark = remarks.get(turn);
      const seat = data.names.length > 1 ? `${moves[0].turnOf + 1}: ` : "";
      const text = `${turn}. ${seat}${moves.map((frame) => frame.move).join(", ")}`;
      const link = make("a", { href: `#${turn}` }, [text]);
      const item = make("li", { "data-turn": turn, class: remark?.blunder ? "is-blunder" : "" }, [link]);
      if (remark) item.prepend(make("span", { class: `mood ${remark.mood}`, title: remark.outlook }, [MOODS[remark.mood]]));
      if (remark?.blunder) item.append(make("strong", {}, [" ✗ the win is lost here"]));
      find("turns").append(item);
    }
    const blunders = data.remarks.filter((remark) => remark.blunder).map((remark) => remark.turn);
    for (const turn of blunders) {
      find("lost").append("The win was lost in ", make("a", { href: `#${turn}` }, [`turn ${turn}`]), ".");
    }
    const addChart = () => cs.addChart(find("chart"), data.chart, frames, blunders, (to) => by(() => to)());
    let moveCursor = addChart();
    addEventListener("resize", () => {
      find("chart").querySelector("svg").remove();
      moveCursor = addChart();
      moveCursor(at);
    });
    const player = {
      names: data.names,
      frame: () => frames[at],
      onShow: (listener) => listeners.push(listener),
      show,
      say,
      showTableau,
      pause,
    };
    for (const add of cs.extras ?? []) find("extras").append(add(player));
    at = fromLink() ?? data.start;
    show();
  }

  start();
})((globalThis.cardsolver ??= {}));
