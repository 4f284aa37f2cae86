// Draws each [data-plot] from the table beneath it, so that both show the same numbers.

import { formatDate } from "../site/dates.js";
import uPlot from "./vendor/uplot/uPlot.esm.js";

const HEIGHT = 240;
const DAY_S = 86_400;
const DAYS = [1, 2, 5, 7, 14, 30, 60, 90, 180, 365, 730].map((days) => days * DAY_S); // so that no day is written twice
const WHOLE = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000, 50000, 100000];
const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Resolve a CSS colour for a canvas, which does not know light-dark(). */
function colour(name) {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}

function columnsOf(table) {
  const heads = [...table.tHead.rows[0].cells];
  const rows = [...table.tBodies[0].rows];
  return heads.map((head, at) => ({
    key: head.dataset.key,
    label: head.textContent.trim(),
    texts: rows.map((row) => row.cells[at].innerText.trim() || row.cells[at].textContent.trim()),
    values: rows.map((row) => row.cells[at].dataset.value),
  }));
}

const isDate = (text) => /^\d{4}-\d\d-\d\d/.test(text);

/** The first column along the bottom: moments as they are for a line, numbers for dots, names and days one beside the other for bars. */
function bottom(column, bars, dots) {
  if (dots) return { time: false, places: column.values.map(Number) };
  if (!bars && column.values.every(isDate)) return { time: true, places: spread(column.values.map((value) => Date.parse(value) / 1000)) };
  return { time: false, places: column.values.map((_, at) => at) };
}

/** Make values strictly increasing, as uPlot requires: equal seconds are drawn one second apart. */
function spread(moments) {
  let last = -Infinity;
  return moments.map((moment) => (last = Math.max(moment, last + 1)));
}

function draw(box) {
  const table = box.parentElement.querySelector("table");
  const [first, ...others] = columnsOf(table);
  const bars = box.dataset.plot === "bars";
  const dots = box.dataset.plot === "dots";
  const shown = box.dataset.series.split(" ").map((key) => others.find((column) => column.key === key));
  const { time, places } = bottom(first, bars, dots);
  const [ink, soft, line] = ["--ink", "--soft", "--line"].map(colour);
  const [stroke, fill] = [colour("--brand"), colour("--tint")];
  const font = `12px ${token("--sans")}`;
  const name = (at) => first.texts[at] ?? "";
  const nameOf = (at) => (dots ? `${name(at)} (${others[0].texts[at]})` : name(at));
  const narrow = box.clientWidth < 480;
  const axis = { stroke: soft, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 }, font };
  const numbers = shown.map((column) => column.values.map((value) => (value === "" ? null : Number(value))));
  const options = {
    width: box.clientWidth - 16,
    height: HEIGHT,
    scales: { x: { time, range: xRange(places, { bars, dots, time }) }, y: yRange(numbers, bars) },
    axes: [
      dots ? { ...axis, incrs: WHOLE } : time ? { ...axis, ...dayAxis(places) } : { ...axis, splits: () => chooseSplits(places, box.clientWidth), values: (_, splits) => unrepeated(splits.map((at) => shorten(name(at), narrow))) },
      { ...axis, size: narrow ? 44 : 56, incrs: WHOLE, values: (_, splits) => splits.map((value) => String(value).replace("-", "−")) },
    ],
    series: [
      { label: first.label, value: (_, __, ___, at) => (at === null ? "–" : nameOf(at)) },
      ...shown.map((column, nth) => ({
        label: column.label,
        stroke,
        width: 2,
        fill: bars ? fill : undefined,
        paths: bars ? uPlot.paths.bars({ size: [0.8, 60] }) : dots && nth === 0 ? () => null : undefined,
        points: { show: dots ? nth === 0 : !bars && places.length < 60, size: dots ? 10 : 6, stroke, fill: colour("--surface") },
        value: (_, value) => (value === null ? "–" : String(value)),
      })),
    ],
    cursor: { y: false, drag: { x: false, y: false }, points: { fill: ink } },
    legend: { live: true },
    hooks: dots ? { draw: [(plot) => writeNames(plot, others[0].texts, places, numbers[0], ink, font)] } : {},
  };
  box.replaceChildren();
  const plot = new uPlot(options, [places, ...numbers], box);
  followFinger(plot);
  return plot;
}

/** Return the settings of an axis of days: no day is written twice, and matches of a single day have one label. */
function dayAxis(moments) {
  const [start, end] = [moments[0], moments.at(-1)];
  const values = (_, splits) => unrepeated(splits.map(dayName(splits)));
  return end - start < 2 * DAY_S ? { values, splits: () => [(start + end) / 2] } : { values, space: 80, incrs: DAYS };
}

/** Return a formatter for days in the reader's locale, with the year if several are shown. */
function dayName(splits) {
  const [first, last] = [splits[0], splits.at(-1)].map((seconds) => new Date(seconds * 1000));
  const long = first.getFullYear() !== last.getFullYear();
  return (seconds) => formatDate(seconds * 1000, long ? "dayOfYear" : "day");
}

/** Leave out a label that repeats the one before it. */
const unrepeated = (labels) => labels.map((label, at) => (label === labels[at - 1] ? "" : label));

/** Cut a long name for the axis of a narrow plot. */
const shorten = (text, narrow) => (narrow && text.length > 9 ? `${text.slice(0, 8)}…` : text);

/** Write the name of each dot beside it, where it fits and covers nothing: pressing a dot shows its name, too. */
function writeNames(plot, names, places, values, ink, font) {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  const [gap, half] = [9 * scale, 7 * scale];
  const dots = places.map((place, at) => ({ x: plot.valToPos(place, "x", true), y: plot.valToPos(values[at] ?? 0, "y", true) }));
  const taken = dots.map(({ x, y }) => ({ left: x - half, right: x + half, top: y - half, bottom: y + half }));
  const isFree = (box) => box.left >= bbox.left && box.right <= bbox.left + bbox.width && !taken.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom);
  ctx.save();
  ctx.font = font.replace(/^\d+/, (size) => String(size * scale));
  ctx.fillStyle = ink;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  dots.forEach(({ x, y }, at) => {
    if (values[at] === null) return;
    for (const text of new Set([names[at], shorten(names[at], true)])) {
      const width = ctx.measureText(text).width;
      const box = [x + gap, x - gap - width].map((left) => ({ left, right: left + width, top: y - half, bottom: y + half })).find(isFree);
      if (!box) continue;
      taken.push(box);
      ctx.fillText(text, box.left, y);
      return;
    }
  });
  ctx.restore();
}

/** Return the range along the bottom: room for whole bars, for the outermost dots, and for a line of a single day. */
function xRange(places, { bars, dots, time }) {
  if (bars) return () => [-0.6, places.length - 0.4];
  if (dots) return (_, low, high) => [low - 1, high + 1];
  return time && places.length === 1 ? () => [places[0] - DAY_S, places[0] + DAY_S] : undefined;
}

/** Return the scale upwards: bars stand on zero, and a single value has some room. */
function yRange(numbers, bars) {
  if (bars) return { range: (_, low, high) => [Math.min(0, low * 1.1), Math.max(low < 0 ? 0 : 1, high * 1.1)] };
  const values = new Set(numbers.flat().filter((value) => value !== null));
  return values.size === 1 ? { range: (_, low) => [low - 10, low + 10] } : {};
}

/** Choose as many labels of the axis as fit. */
function chooseSplits(places, width) {
  const step = Math.ceil(places.length / Math.max(2, Math.floor(width / 80)));
  return places.filter((_, at) => at % step === 0);
}

/** Move the cursor of the plot by touch, too: uPlot follows only a mouse. */
function followFinger(plot) {
  const show = (event) => {
    if (event.pointerType === "mouse") return;
    const { left, top } = plot.over.getBoundingClientRect();
    plot.setCursor({ left: event.clientX - left, top: event.clientY - top });
  };
  plot.over.addEventListener("pointerdown", show);
  plot.over.addEventListener("pointermove", show);
}

const plots = new Map();
const redraw = (box) => {
  plots.get(box)?.destroy();
  plots.set(box, draw(box));
};
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) plots.get(target)?.setSize({ width: target.clientWidth - 16, height: HEIGHT });
});
for (const box of document.querySelectorAll("[data-plot]")) {
  redraw(box);
  sizes.observe(box);
}
// Colours come from the page: redraw the plots when the theme changes.
const redrawAll = () => plots.forEach((_, box) => redraw(box));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redrawAll);
new MutationObserver(redrawAll).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
