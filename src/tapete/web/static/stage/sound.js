// Sound on request: a voice that says in Spanish what is said at the table, and a soft knock when it is one's turn.

import { html, useEffect, useState } from "../vendor/preact-htm.module.js";

/** @type {AudioContext | null} */
let audio = null;

/** A knock, as of knuckles on wood. */
function knock() {
  audio ||= new AudioContext();
  const from = audio.currentTime, tone = audio.createOscillator(), level = audio.createGain();
  tone.frequency.setValueAtTime(190, from);
  tone.frequency.exponentialRampToValueAtTime(70, from + 0.09);
  level.gain.setValueAtTime(0.25, from);
  level.gain.exponentialRampToValueAtTime(0.001, from + 0.14);
  tone.connect(level).connect(audio.destination);
  tone.start(from);
  tone.stop(from + 0.15);
}

/**
 * Off until somebody wants it. New `words` are said; a new `turn`, the acts that wait for the viewer, knocks.
 * @param {{name: string, words: string, turn?: string, isQuiet?: boolean}} props `isQuiet`: a note stands for its name, as on a wall
 */
export function Sound({ name, words, turn = "", isQuiet = false }) {
  const [isOn, setOn] = useState(false);
  useEffect(() => { if (isOn && turn) knock(); }, [isOn, turn]);
  useEffect(() => {
    if (!isOn || !words || !window.speechSynthesis) return;
    speechSynthesis.cancel();
    speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(words), { lang: "es-ES", rate: 0.95 }));
  }, [isOn, words]);
  return html`<label class="voice" title=${name}><input type="checkbox" id="voice" checked=${isOn} onChange=${(event) => setOn(event.target.checked)} /> ${isQuiet && html`<span aria-hidden="true">♪</span>`} <span class=${isQuiet ? "quiet" : ""}>${name}</span></label>`;
}
