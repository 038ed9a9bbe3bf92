// A short low tone at the desk when a typed entry is no game, because the typist looks at the paper. A check box turns
// it off and on.

const OFF = "desk-silent";
/** @type {AudioContext | undefined} made with the first tone: browsers allow no sound before a key was pressed */
let audio;

/** @returns {boolean} */
function silent() {
  try {
    return localStorage.getItem(OFF) !== null;
  } catch {
    return true; // this browser stores nothing, so it makes no sound either
  }
}

export function buzz() {
  if (silent()) return;
  audio ??= new AudioContext();
  const tone = new OscillatorNode(audio, { frequency: 180, type: "triangle" });
  const volume = new GainNode(audio, { gain: 0.2 });
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.12);
}

/** @param {HTMLInputElement} box checked while there are tones */
export function switchBy(box) {
  box.checked = !silent();
  box.addEventListener("change", () => {
    if (box.checked) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "1");
  });
}
