// A player's own set-ups of a game: saved under a name and used again in later matches. For players with an account.

import { translate } from "../site/words.js";
import { button, make, set } from "./elements.js";
import { request } from "./match-api.js";

const MAX_NAME_LENGTH = 40;

/**
 * Return a fold with the viewer's own set-ups of the page's game; null for viewers without an account. `text()` returns
 * the set-up of the panel in notation, "" while it is incomplete; `use(text)` shows one and returns whether it fits.
 */
export function ownSetUps(acts) {
  const page = document.querySelector("[data-set-ups]");
  return page ? new OwnSetUps(page.dataset.setUps, page.dataset.game, acts).root : null;
}

class OwnSetUps {
  constructor(path, game, acts) {
    Object.assign(this, { path, game, acts, list: null, doomed: null }); // doomed: the id that Delete was pressed for
    this.select = set(make("select", "input"), { "aria-label": translate("Your set-ups") });
    this.useButton = button(translate("Use"), "btn-small", () => this.use());
    this.deleteButton = button(translate("Delete"), "btn-small btn-danger", () => this.delete());
    this.name = set(make("input", "input"), { name: "name", maxlength: MAX_NAME_LENGTH, required: true, autocomplete: "off" });
    set(this.name, { "aria-label": translate("Name of the set-up"), placeholder: translate("Name") });
    this.saveButton = set(make("button", "btn btn-small", translate("Save as…")), { type: "submit" });
    const form = make("form", "row", this.name, this.saveButton);
    this.message = set(make("p", "muted"), { role: "status" });
    this.root = make("details", "own-set-ups small", make("summary", "", translate("Your set-ups")), make("div", "row", this.select, this.useButton, this.deleteButton), form, this.message);
    this.root.addEventListener("toggle", () => this.root.open && !this.list && this.load());
    this.name.addEventListener("input", () => this.labelSave());
    form.addEventListener("submit", (event) => this.save(event));
    this.draw([]);
    this.list = null; // until it is fetched
  }

  get chosen() {
    return this.list?.find(({ set_up_id: id }) => String(id) === this.select.value);
  }

  draw(list, chosen = this.select.value) {
    this.list = list;
    this.select.replaceChildren(...list.map(({ set_up_id: id, name }) => new Option(name, id)));
    if (!list.length) this.select.append(new Option(translate("None saved yet"), ""));
    if (list.some(({ set_up_id: id }) => String(id) === String(chosen))) this.select.value = chosen;
    for (const control of [this.select, this.useButton, this.deleteButton]) control.disabled = !list.length;
    this.labelSave();
  }

  /** Say whether saving replaces a set-up. */
  labelSave() {
    const replaces = this.list?.some(({ name }) => name === this.name.value.trim());
    this.saveButton.textContent = replaces ? translate("Replace") : translate("Save as…");
  }

  async load(chosen) {
    const body = await this.ask("GET", `${this.path}?game=${this.game}`);
    if (body) this.draw(body.set_ups, chosen);
  }

  use() {
    const { name, text } = this.chosen;
    this.say(this.acts.use(text) ? translate("{name} is set up. You can still change it.", { name }) : translate("{name} doesn't fit your side or the options of this match.", { name }));
  }

  async save(event) {
    event.preventDefault();
    const [name, text] = [this.name.value.trim(), this.acts.text()];
    if (!name) return this.name.focus();
    if (!text) return this.say(translate("Complete the set-up, then save it."));
    const saved = await this.ask("PUT", this.path, { game: this.game, name, text });
    if (!saved) return undefined;
    this.name.value = "";
    await this.load(saved.set_up_id);
    return this.say(translate("Saved: {name}", { name: saved.name }));
  }

  async delete() {
    const { set_up_id: id, name } = this.chosen;
    if (this.doomed !== id) {
      this.doomed = id;
      return this.say(translate("Press Delete again to delete {name}.", { name }));
    }
    if (!(await this.ask("DELETE", `${this.path}${id}/`))) return undefined;
    await this.load();
    if (this.deleteButton.disabled) this.name.focus();
    return this.say(translate("Deleted: {name}", { name }));
  }

  /** Send a request. Resolves to the body of its response; to null, with an error shown, if it failed. */
  async ask(method, path, body) {
    try {
      const response = await request(method, path, body);
      if (response.ok) return response.body;
      this.say(response.body.text || translate("Something went wrong. Please try again."));
    } catch {
      this.say(translate("The server cannot be reached. Check your connection and try again."));
    }
    return null;
  }

  say(text) {
    this.message.textContent = text;
  }
}
