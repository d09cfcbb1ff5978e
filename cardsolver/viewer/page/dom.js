// Small helpers to build elements. Everything from the record goes in as text, never as HTML.
"use strict";
(function (cs) {
  const SVG = "http://www.w3.org/2000/svg";

  function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  const make = (tag, attributes = {}, children = []) =>
    fill(document.createElement(tag), attributes, children);

  const draw = (tag, attributes = {}, children = []) =>
    fill(document.createElementNS(SVG, tag), attributes, children);

  // A button that a key presses, too; the key is said in its tooltip.
  function button(label, key, onClick, title = label) {
    const made = make("button", { type: "button", title: `${title} (${key})`, "data-key": key }, [label]);
    made.addEventListener("click", onClick);
    return made;
  }

  cs.dom = { make, draw, button };
})((globalThis.cardsolver ??= {}));
