// Judges moves by the page's rules: reads cases as JSON, one per line, and answers line by line.
"use strict";
const { readFileSync } = require("node:fs");
const vm = require("node:vm");
vm.runInThisContext(readFileSync(process.argv[2], "utf8"));
const { lay, end, describe, tableau } = globalThis.cardsolver.theGame;
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { state, moves } = JSON.parse(line);
  const judged = moves.map((move) => (move === "end" ? end(state) : lay(state, "ABCD".indexOf(move[0]), Number(move.slice(1)))));
  console.log(JSON.stringify({ judged, ending: state.end && describe(state), tableau: tableau(state) }));
}
