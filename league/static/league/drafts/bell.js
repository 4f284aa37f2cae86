// The sound that calls a player on the clock. Matches keep the same setting, among others, under the same key.

const KEY = "display";
const DEFAULTS = { sound: true, volume: 60 };
const TONES = [
  [880, 0],
  [1318.5, 0.14],
]; // hertz, and seconds after the beginning
const FADE_S = 0.5;
const LOUDEST = 0.4;

function load() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

let setting = load();

function save(change) {
  setting = { ...load(), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(setting));
  } catch {
    // The setting holds until the page is left.
  }
}

/** Ring twice. Browsers stay silent until the page has been clicked or a key pressed. */
export function ring() {
  if (!setting.sound || !setting.volume || !navigator.userActivation?.hasBeenActive) return;
  const audio = new AudioContext();
  for (const [frequency, after] of TONES) {
    const tone = new OscillatorNode(audio, { frequency });
    const gain = new GainNode(audio, { gain: 0 });
    const begin = audio.currentTime + after;
    gain.gain.setValueAtTime((setting.volume / 100) * LOUDEST, begin);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + FADE_S);
    tone.connect(gain).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + FADE_S);
  }
  setTimeout(() => audio.close(), 1500);
}

/** Show the setting in a form with the fields `on` and `volume`. */
export function startBellForm(form) {
  const { on, volume } = form.elements;
  [on.checked, volume.value, form.hidden] = [setting.sound, setting.volume, false];
  form.addEventListener("change", () => {
    save({ sound: on.checked, volume: Number(volume.value) });
    ring();
  });
}
