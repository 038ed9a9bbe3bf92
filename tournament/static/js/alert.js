// Sound and vibration for a page that lists what waits: a button turns them on, new entries announce themselves.

const STORAGE_KEY = "spielliste-alert";
const TONES = [880, 660];
const TONE_SECONDS = 0.18;

const button = /** @type {HTMLButtonElement} */ (document.getElementById("alert"));
/** Created on a tap, as browsers require; null while the alert is off.
 * @type {AudioContext | null} */
let sound = null;

/** @returns {boolean} */
function isOn() {
  return button.getAttribute("aria-pressed") === "true";
}

/** Play two short tones and vibrate, if the phone can. */
export function alertNow() {
  if (!isOn()) return;
  navigator.vibrate?.([200, 100, 200]);
  if (!sound) return;
  const begin = sound.currentTime;
  TONES.forEach((pitch, place) => {
    if (!sound) return;
    const tone = sound.createOscillator(), volume = sound.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.3, begin + place * TONE_SECONDS);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + (place + 1) * TONE_SECONDS);
    tone.connect(volume).connect(sound.destination);
    tone.start(begin + place * TONE_SECONDS);
    tone.stop(begin + (place + 1) * TONE_SECONDS);
  });
}

/** @param {boolean} on @param {boolean} [byTap] */
function turn(on, byTap = false) {
  button.setAttribute("aria-pressed", String(on));
  try {
    localStorage.setItem(STORAGE_KEY, on ? "on" : "");
  } catch {
    // A private window stores nothing: the alert stays on until the page is closed.
  }
  if (!on) void sound?.suspend();
  else if (byTap) {
    sound ??= new AudioContext();
    void sound.resume();
  }
}

/** @returns {boolean} */
function wasOn() {
  try {
    return localStorage.getItem(STORAGE_KEY) === "on";
  } catch {
    return false;
  }
}

button.addEventListener("click", () => {
  turn(!isOn(), true);
  alertNow();
});
// If the alert was on before, it is on again, but sound can begin only with the first tap.
turn(wasOn());
document.addEventListener("pointerdown", () => isOn() && turn(true, true), { once: true });
