// A short low tone at the desk when something typed is no game: the eyes are on the paper. Off and on by a check box.

const OFF = "desk-silent";
/** @type {AudioContext | undefined} made with the first tone: before a key was pressed browsers let nothing sound */
let audio;

/** @returns {boolean} */
function silent() {
  try {
    return localStorage.getItem(OFF) !== null;
  } catch {
    return true; // this browser keeps nothing: then it makes no noise either
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
