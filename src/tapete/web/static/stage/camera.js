// A code read by the camera of the device, where the browser can: else a field stands beside it.

import { html, useEffect, useRef, useState } from "../vendor/preact-htm.module.js";
import { say } from "./text.js";

const EYE_MS = 250;

export const canSee = () => "BarcodeDetector" in window && Boolean(navigator.mediaDevices);

/**
 * Look through the camera until it sees a code, and tell its text.
 * @param {{onText: (text: string) => void, onClose: () => void}} props
 */
export function Camera({ onText, onClose }) {
  const video = useRef(null), [wrong, setWrong] = useState("");
  useEffect(() => {
    let stream = null, isOver = false;
    const eye = new /** @type {any} */ (window).BarcodeDetector({ formats: ["qr_code"] });
    const look = async () => {
      const [found] = await eye.detect(video.current).catch(() => []);
      if (isOver) return;
      if (found) onText(found.rawValue); else setTimeout(look, EYE_MS);
    };
    navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).then(async (given) => {
      stream = given;
      if (isOver) { given.getTracks().forEach((one) => one.stop()); return; }
      video.current.srcObject = given;
      await video.current.play();
      look();
    }, () => setWrong(say("no-camera")));
    return () => { isOver = true; stream && stream.getTracks().forEach((one) => one.stop()); };
  }, []);
  return html`<span class="eye">${wrong ? html`<span role="alert">${wrong}</span>` : html`<video width="360" ref=${video} muted playsinline></video>`}<button type="button" style=${{ position: "absolute", inset: "4px auto auto 4px" }} aria-label=${say("close-sheet")} onClick=${onClose}>×</button></span>`;
}
