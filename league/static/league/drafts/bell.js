// The sound that calls a player on the clock, with the sound settings of the matches.

import { loadSettings, saveSettings } from "../../matches/settings.js";
import { Player } from "../../matches/sounds.js";

const player = new Player(loadSettings);

export function ring() {
  player.play("turn");
}

/** Show the settings in a form with the fields `on` and `volume`. */
export function startBellForm(form) {
  const { on, volume } = form.elements;
  const settings = loadSettings();
  [on.checked, volume.value, form.hidden] = [settings.sound, settings.volume, false];
  form.addEventListener("change", () => {
    saveSettings({ ...loadSettings(), sound: on.checked, volume: Number(volume.value) });
    ring();
  });
}
