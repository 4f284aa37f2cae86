// A small picture of a position, for thumbnails and the guide: no focus, no clicks.

import { svg } from "../../elements.js";
import { loadStyles } from "../../styles.js";
import { inset, Layout } from "./geometry.js";
import { addPatterns, at, flag, man, points, RADIUS, sign } from "./shapes.js";

await loadStyles("order-and-chaos", "order-and-chaos-panels");

function areaPicture(layout, view, name, last) {
  const area = layout.areas[name];
  const owner = area.territory ? view.owners[area.territory] : view.areas[name].dominator;
  const shape = points(inset(area.shape, 3));
  const cell = svg("g", { class: `oc-cell oc-${area.kind}${last.includes(name) ? " oc-last" : ""}` }, svg("polygon", { class: "oc-ground", points: shape }));
  cell.append(svg("polygon", { class: "oc-pattern", points: shape, fill: "none" }), svg("polygon", { class: "oc-edge", points: points(inset(area.shape, 8)) }));
  if (owner !== null) {
    cell.dataset.owner = owner;
    cell.children[1].setAttribute("fill", `url(#oc-pattern-${owner})`);
  }
  return cell;
}

function manPicture(seat, kind, spot, scale = 1) {
  return svg("g", { class: "oc-man", transform: `${at(spot)} scale(${scale})`, "data-man": kind, "data-seat": seat }, man(seat, kind));
}

/** Return the position as an SVG picture. */
export function picture(view, { turned = false } = {}) {
  addPatterns();
  const layout = new Layout(view.board, turned);
  const last = [view.last?.from, view.last?.to];
  const root = svg("svg", { class: "oc-board oc-mini", viewBox: `0 0 ${layout.size.join(" ")}`, "aria-hidden": "true" });
  root.append(svg("polygon", { class: "oc-hexagon", points: points(inset(layout.hexagon, 4)) }));
  for (const name of Object.keys(layout.areas)) root.append(areaPicture(layout, view, name, last));
  root.append(svg("polyline", { class: "oc-link", points: points(layout.link) }));
  for (const [name, area] of Object.entries(layout.areas)) {
    const { men, dominator } = view.areas[name];
    if (area.core) root.append(svg("g", { transform: at(area.sign) }, sign("core")));
    const order = area.slots.length === 4 ? [1, 2, 0, 3] : [0];
    men.forEach(([seat, kind], n) => root.append(manPicture(seat, kind, area.slots[order[n]] ?? area.middle)));
    if (dominator !== null) root.append(svg("g", { transform: at(area.flag) }, flag(dominator, String(men.filter(([seat]) => seat === dominator).length))));
  }
  for (const [key, seat] of Object.entries(view.owners)) {
    const [x, y, width, height] = layout.graves[key];
    root.append(svg("g", { class: "oc-cell oc-grave", "data-owner": seat }, svg("rect", { class: "oc-ground", x, y, width, height, rx: 14 })));
    view.graves[seat].forEach((kind, n, all) => {
      const [bx, by] = layout.bed(key, n, all.length);
      root.append(manPicture(seat, kind, [bx, by - 18], 0.8 * (RADIUS.s / RADIUS[kind]) ** 0.3));
    });
  }
  return root;
}

/** Draw a view into `root`; Order at the bottom unless `turned`. */
export function drawMini(root, view, { turned = false } = {}) {
  root.replaceChildren(...(view ? [picture(view, { turned })] : []));
}
