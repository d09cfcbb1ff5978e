// One moment of a game: zones of cards in the middle of the table and at the seats.
"use strict";
(function (cs) {
  const { make } = cs.dom;
  const NOTHING = { secrets: true, toMove: null, chosen: null };

  // options: names, secrets, toMove; and where cards can be laid: onCard, onZone, isButtonZone,
  // isButtonCard, chosen.
  function drawTableau(where, tableau, options) {
    const open = new Set([...where.querySelectorAll("details[open]")].map((each) => each.dataset.name));
    const all = { ...NOTHING, ...options, open };
    const table = make("div", { class: "zones middle" }, tableau.table.map((zone) => drawZone(zone, all)));
    const seats = tableau.seats.map((seat, at) => {
      const isTurn = at === all.toMove;
      const head = make("h3", {}, [all.names[at]]);
      if (isTurn) head.append(make("span", { class: "turn" }, [" to move"]));
      return make("section", { class: isTurn ? "seat is-turn" : "seat", "aria-label": all.names[at] }, [
        head,
        ...seat.facts.map((fact) => make("span", { class: "fact" }, [fact])),
        make("div", { class: "zones" }, seat.zones.map((zone) => drawZone(zone, all))),
      ]);
    });
    const focused = where.contains(document.activeElement) ? document.activeElement.dataset.name : undefined;
    where.replaceChildren(table, make("div", { class: "seats" }, seats));
    if (focused !== undefined) refocus(where, focused);
  }

  // Whoever plays by keyboard stays where they were, or at the first card if that is gone.
  function refocus(where, name) {
    const buttons = [...where.querySelectorAll("button, summary")];
    (buttons.find((each) => each.dataset.name === name) ?? where.querySelector("button.card"))?.focus();
  }

  function drawZone(zone, options) {
    const isHidden = zone.isSecret && !options.secrets && (zone.owner === null || zone.owner !== options.toMove);
    const count = `${zone.cards.length} card${zone.cards.length === 1 ? "" : "s"}`;
    const title = [zone.title, isHidden || zone.isLong ? `, ${count}` : "", zone.note && ` (${zone.note})`];
    const cards = isHidden ? zone.cards.map(back) : zone.cards.map((card) => drawCard(card, zone, options));
    const list = make("div", { class: "cards" }, cards);
    if (zone.isLong) {
      const name = { "data-name": zone.title };
      const opened = options.open.has(zone.title) ? { open: "" } : {};
      const summary = make("summary", name, [title.join("")]);
      return make("details", { class: "zone long", ...name, ...opened }, [summary, list]);
    }
    const shown = make("div", { class: "zone" }, [make("h4", {}, [title.join("")]), list]);
    if (!options.isButtonZone?.(zone)) return shown;
    const label = `pile ${zone.title}, top ${zone.cards.map((card) => card.text).join(" ")}`;
    const pressed = make("button", { type: "button", class: "zone", "aria-label": label, "data-name": zone.title });
    pressed.append(...shown.childNodes);
    pressed.addEventListener("click", () => options.onZone(zone));
    return pressed;
  }

  const back = () => make("span", { class: "card back", role: "img", "aria-label": "hidden card" });

  function drawCard(card, zone, options) {
    const classes = ["card", card.tone && `tone-${card.tone}`, card.isNew && "is-new"].filter(Boolean);
    const inside = [card.text, ...(card.mark ? [make("span", { class: "mark" }, [card.mark])] : [])];
    const attributes = { class: classes.join(" "), ...(card.isNew ? { title: "new" } : {}) };
    if (!options.isButtonCard?.(zone)) return make("span", attributes, inside);
    const isChosen = String(options.chosen) === card.text;
    const own = { type: "button", "aria-pressed": String(isChosen), "data-name": card.text };
    const pressed = make("button", { ...attributes, ...own }, inside);
    pressed.addEventListener("click", () => options.onCard(zone, card));
    return pressed;
  }

  cs.drawTableau = drawTableau;
})((globalThis.cardsolver ??= {}));
