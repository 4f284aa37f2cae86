// What is acted with beside the tiles, one part at a time: hack, operations, viruses, notebook.

import { make } from "./dom.js";

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

export class Sections {
  /** `changed()` is called after another section was chosen. */
  constructor(changed) {
    this.changed = changed;
    this.shown = null;
    this.due = [];
  }

  /** Return tabs for `sections`, {id, label, content, due}. One where something can now be done is opened by itself, unless `held`. */
  create(label, sections, { held = false } = {}) {
    const filled = sections.filter(({ content }) => content);
    const due = filled.filter((section) => section.due).map(({ id }) => id);
    this.shown = (held ? null : due.find((id) => !this.due.includes(id))) ?? this.shown;
    this.due = due;
    if (!filled.some(({ id }) => id === this.shown)) this.shown = filled[0]?.id ?? null;
    if (filled.length < 2) return filled.map(({ content }) => content);
    const tabs = filled.map((section) => this.tab(section, filled));
    return [make("div", { class: "tabs zd-tabs", role: "tablist", "aria-label": label }, tabs), filled.map((section) => this.panel(section))];
  }

  tab({ id, label, due }, filled) {
    const chosen = id === this.shown;
    const go = (event) => {
      const at = filled.findIndex((section) => section.id === id) + (STEPS[event.key] ?? NaN);
      if (Number.isNaN(at)) return;
      event.preventDefault();
      this.choose(filled[(at + filled.length) % filled.length].id);
      document.getElementById(`zd-tab-${this.shown}`).focus();
    };
    return make("button", {
      type: "button", role: "tab", id: `zd-tab-${id}`, "data-id": `section ${id}`, "data-due": Boolean(due), "aria-selected": String(chosen), "aria-controls": `zd-section-${id}`, tabindex: chosen ? "0" : "-1",
      on: { click: () => this.choose(id), keydown: go },
    }, label);
  }

  panel({ id, content }) {
    return make("div", { role: "tabpanel", id: `zd-section-${id}`, "aria-labelledby": `zd-tab-${id}`, hidden: id !== this.shown }, content);
  }

  choose(id) {
    this.shown = id;
    this.changed();
  }
}
