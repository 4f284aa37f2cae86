// A turn at the board: the choices so far, what a click on a tile, spot or card does, and sending the action.

import { translate } from "../../../site/words.js";
import { Offers } from "./offers.js";
import { isMyTurn } from "./words.js";

const nothing = () => ({ place: null, spot: null, spots: [], token: null, sybil: null, card: null, operation: null, four: new Set(), virus: null, slum: "" });
const noHack = () => ({ keys: new Set(), trudys: new Set(), unused: false });

export class Turn {
  constructor({ submit, say, changed }) {
    Object.assign(this, { submit, say, changed });
    this.pick = { ...nothing(), ...noHack() };
    this.pending = null;
    this.offers = new Offers([]);
    this.filling = false; // whether all tokens that are left are placed at random
  }

  /** Show a new position. Choices stay if they are still possible. */
  draw(board) {
    const before = this.board;
    this.board = board;
    this.view = board.view;
    this.mine = isMyTurn(board);
    this.offers = new Offers(this.mine ? board.legal : []);
    this.pending = null;
    const same = before?.view && before.view.phase === board.view?.phase && before.view.on_turn === board.view.on_turn && before.view.era === board.view.era;
    const { keys, trudys, unused } = this.pick;
    this.pick = { ...(same ? { ...this.pick, spot: null, place: null } : nothing()), keys, trudys, unused };
    this.forget();
    if (this.mine && !this.offers.any("token")) this.filling = false;
    if (this.filling) this.placeToken();
  }

  /** Place all tokens that are left at random. */
  fillTokens() {
    this.filling = true;
    this.placeToken();
  }

  placeToken() {
    const places = this.offers.of("token").filter(([type]) => type === this.token());
    const words = places[Math.floor(Math.random() * places.length)];
    if (words) this.send(`token ${words.join(" ")}`);
  }

  /** Drop choices that no longer exist. */
  forget() {
    const own = this.view?.seats[this.view.viewer];
    const { pick } = this;
    if (!own || this.view.viewer === 0) Object.assign(pick, noHack());
    const installed = new Map((own?.installed ?? []).map(([virus, key]) => [String(key), virus]));
    pick.trudys = new Set([...pick.trudys].filter((key) => installed.get(key) === "Trudy"));
    pick.keys = new Set([...pick.keys].filter((key) => own?.hand.includes(Number(key)) || pick.trudys.has(key)));
    pick.unused &&= [...installed.values()].includes("Mallory");
    if (!this.view?.unused?.includes(pick.card)) pick.card = null;
    if (pick.token && this.view?.tokens[pick.token]) pick.token = null;
  }

  async send(text) {
    if (this.pending) return;
    this.pending = text;
    this.changed();
    const verdict = await this.submit(text);
    if (verdict.state === "accepted" && /^(hack|repeat) /.test(text)) this.pick.keys = new Set(); // the next hack asks for others
    if (this.pending === text && verdict.state === "refused") Object.assign(this, { pending: null, filling: false });
    this.changed();
  }

  /** Change the choice and show it. */
  choose(change) {
    Object.assign(this.pick, change);
    this.changed();
  }

  toggle(name, value, most = Infinity) {
    const set = new Set(this.pick[name]);
    if (!set.delete(value)) {
      if (set.size >= most) set.delete([...set][0]);
      set.add(value);
    }
    this.choose({ [name]: set });
  }

  cancel() {
    this.say("");
    this.choose({ ...nothing() });
  }

  // Tiles

  token() {
    const waiting = this.offers.firsts("token");
    return waiting.includes(this.pick.token) ? this.pick.token : (waiting[0] ?? null);
  }

  /** Return the action for a place, and whether it is possible only with Sybil. */
  toPlace(place) {
    const { offers } = this;
    const named = `jump ${place} sybil ${this.pick.sybil}`;
    if (offers.has(named)) return { text: named };
    const sybil = offers.of("jump").filter(([to, word]) => to === place && word === "sybil").map((words) => `jump ${words.join(" ")}`)[0];
    const plain = [`token ${this.token()} ${place}`, `jack-in ${place}`, `jump ${place}`, `scan ${place}`].find((text) => offers.has(text));
    return plain ? { text: plain } : { text: sybil ?? null, sybil: Boolean(sybil) };
  }

  places() {
    const marks = {};
    for (const place of Object.keys(this.view.board)) {
      const { text, sybil } = this.toPlace(place);
      if (text) marks[place] = sybil ? "sybil" : "go";
      if (this.pick.place === place || (this.pending && this.pending.split(" ").includes(place))) marks[place] = this.pending ? "pending" : "chosen";
    }
    return marks;
  }

  onPlace(place) {
    if (!this.mine || this.pending) return;
    const { text, sybil } = this.toPlace(place);
    if (!text) {
      if (["tokens", "move"].includes(this.view.phase)) this.say(translate("You can't choose {place} now. Available tiles are marked.", { place }));
      return;
    }
    if (sybil && this.pick.place !== place) {
      this.say(translate("{place} has no neutral pawn, so this jump would uninstall Sybil. Choose the tile again to confirm.", { place }));
      return this.choose({ place });
    }
    this.send(text);
  }

  // Spots

  spots() {
    const marks = {};
    for (const [spot] of [...this.offers.of("init"), ...this.offers.of("tile")]) if (spot) marks[spot] = "go";
    for (const spot of this.offers.of("swap").flat()) marks[spot] = "go";
    for (const spot of [this.pick.spot, ...this.pick.spots]) if (spot !== null) marks[spot] = "chosen";
    return marks;
  }

  onSpot(number) {
    if (!this.mine || this.pending) return;
    const spot = String(number);
    if (this.offers.any("swap")) return this.onSwap(spot);
    if (this.offers.has(`tile ${spot}`)) return this.send(`tile ${spot}`);
    if (!this.offers.has(`init ${spot}`)) {
      return this.offers.any("init") && this.say(translate("You can't move to spot {spot}. Available spots are marked.", { spot }));
    }
    const ends = ["act", "free"].includes(this.view.phase);
    if (ends && this.pick.spot !== spot) {
      this.say(translate("This moves your token to spot {spot} and ends your turn. Choose the spot again to confirm.", { spot }));
      return this.choose({ spot });
    }
    this.send(`init ${spot}`);
  }

  onSwap(spot) {
    const spots = this.pick.spots.includes(spot) ? this.pick.spots.filter((other) => other !== spot) : [...this.pick.spots, spot];
    const text = `swap ${[...spots].sort().join(" ")}`;
    if (spots.length < 2) return this.choose({ spots });
    this.choose({ spots: [] });
    if (this.offers.has(text)) this.send(text);
    else this.say(translate("You can only swap free spots. They are marked."));
  }

  // The Admin's cards

  onCard(card) {
    if (this.pick.operation) return this.stack(this.pick.operation, card);
    this.choose({ card: this.pick.card === card ? null : card });
  }

  onStack(operation) {
    if (this.pick.card !== null) return this.stack(operation, this.pick.card);
    this.say(translate("Choose an unused card for {operation}.", { operation }));
    this.choose({ operation: this.pick.operation === operation ? null : operation });
  }

  stack(operation, card) {
    this.choose({ operation: null, card: null });
    const text = `stack ${operation} ${card}`;
    if (this.offers.has(text)) this.send(text);
    else this.say(translate("{operation} can't take any more cards.", { operation }));
  }

  // Viruses

  onInstall(virus) {
    const [key, ...more] = this.pick.keys;
    if (key !== undefined && !more.length && this.offers.has(`install ${virus} ${key}`)) {
      Object.assign(this.pick, { keys: new Set(), virus: null });
      return this.send(`install ${virus} ${key}`);
    }
    this.say(translate("Choose one key from your hand for {virus}, then install it.", { virus }));
    this.choose({ virus });
  }
}
