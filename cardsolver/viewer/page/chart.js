// The chart: one line per name over the moves, a cursor, and a mark where an analysis found a blunder.
"use strict";
(function (cs) {
  const { draw } = cs.dom;
  const WIDTHS = [340, 960]; // the narrowest and the widest
  const HEIGHT = 220;
  const PAD = { left: 34, right: 118, top: 18, bottom: 24 };
  const DASHES = ["", "7 3", "2 3", "9 3 2 3", "1 4", "12 4"]; // lines differ without colour, too

  // Returns a function that moves the cursor. `frames` have turn and values.
  function addChart(where, chart, frames, blunders, onPick) {
    const width = Math.min(Math.max(where.clientWidth, WIDTHS[0]), WIDTHS[1]);
    const high = chart.high ?? Math.max(1, ...frames.flatMap((frame) => frame.values));
    const inner = { width: width - PAD.left - PAD.right, height: HEIGHT - PAD.top - PAD.bottom };
    const x = (at) => PAD.left + (inner.width * at) / Math.max(1, frames.length - 1);
    const y = (value) => PAD.top + inner.height * (1 - (value - chart.low) / (high - chart.low));

    const label = `${chart.title} over time: ${chart.names.join(", ")}`;
    const picture = draw("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label });
    for (const value of ticks(chart.low, high)) {
      const text = draw("text", { x: PAD.left - 6, y: y(value) + 4, "text-anchor": "end" }, [String(value)]);
      picture.append(draw("line", { class: "grid", x1: PAD.left, x2: x(frames.length - 1), y1: y(value), y2: y(value) }), text);
    }
    for (const turn of ticks(0, frames.at(-1).turn)) {
      const at = frames.findLastIndex((frame) => frame.turn === turn);
      if (at < 0) continue;
      const text = turn === 0 ? "deal" : `turn ${turn}`;
      picture.append(draw("text", { x: x(at), y: HEIGHT - 6, "text-anchor": "middle" }, [text]));
    }
    for (const turn of blunders) {
      const at = x(frames.findLastIndex((frame) => frame.turn === turn));
      picture.append(
        draw("line", { class: "blunder", x1: at, x2: at, y1: PAD.top, y2: PAD.top + inner.height }),
        draw("text", { class: "blunder", x: at + 4, y: PAD.top - 6 }, ["✗ win lost"]),
      );
    }
    const heights = spread(frames.at(-1).values.map(y), 13, HEIGHT - PAD.bottom);
    chart.names.forEach((name, line) => {
      const points = frames.map((frame, at) => `${x(at).toFixed(1)},${y(frame.values[line]).toFixed(1)}`);
      const shown = name.length > 16 ? `${name.slice(0, 15)}…` : name;
      const style = { class: `line line-${line % DASHES.length}`, "stroke-dasharray": DASHES[line % DASHES.length] };
      const end = x(frames.length - 1) + 6;
      picture.append(
        draw("polyline", { ...style, points: points.join(" ") }),
        draw("text", { class: `name line-${line % DASHES.length}`, x: end, y: heights[line] + 4 }, [shown]),
      );
    });
    const marks = frames.flatMap((frame, at) => (frame.marked === null ? [] : [[at, frame.values[frame.marked]]]));
    for (const [at, value] of marks) {
      const title = draw("title", {}, [`${chart.mark}, turn ${frames[at].turn}`]);
      picture.append(draw("circle", { class: "marked", cx: x(at), cy: y(value), r: 3 }, [title]));
    }
    if (marks.length) {
      const text = `● ${chart.mark}`;
      picture.append(draw("text", { x: width - 4, y: HEIGHT - 6, "text-anchor": "end" }, [text]));
    }
    const cursor = draw("line", { class: "cursor", y1: PAD.top - 6, y2: PAD.top + inner.height });
    picture.append(cursor);
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      const share = ((event.clientX - box.left) * width) / box.width - PAD.left;
      onPick(Math.round((share / inner.width) * (frames.length - 1)));
    });
    where.append(picture);
    return (at) => {
      cursor.setAttribute("x1", x(at));
      cursor.setAttribute("x2", x(at));
    };
  }

  // Round numbers from low to high, about five of them.
  function ticks(low, high) {
    const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((size) => (high - low) / size <= 6) ?? 5000;
    const found = low % step ? [low] : [];
    for (let value = Math.ceil(low / step) * step; value <= high; value += step) found.push(value);
    return found.filter((value, at) => at === 0 || value - found[0] >= step / 2 || !found[0]);
  }

  // Labels' heights moved apart, so that none hides another.
  function spread(heights, apart, lowest) {
    const order = heights.map((height, at) => [height, at]).sort((one, two) => one[0] - two[0]);
    const moved = [...heights];
    order.forEach(([height, at], place) => {
      moved[at] = place ? Math.max(height, moved[order[place - 1][1]] + apart) : height;
    });
    let limit = lowest;
    for (const [, at] of order.reverse()) {
      moved[at] = Math.min(moved[at], limit);
      limit = moved[at] - apart;
    }
    return moved;
  }

  cs.addChart = addChart;
})((globalThis.cardsolver ??= {}));
