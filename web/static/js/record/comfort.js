// What makes a phone pleasant to record with: the screen stays on, and a refusal is felt and, if wanted, heard.
import { readKept, writeKept } from "../kept.js";

const KEY = "nought-recorder";
const settings = { vibration: true, sound: false, ...readKept(KEY, {}) };

/** Return the names of the settings of this device, with their values. */
export const comfort = () => ({ ...settings });

export function setComfort(name, value) {
  settings[name] = value;
  writeKept(KEY, settings);
}

/** Let the scribe feel and hear that a tap was not recorded. */
export function alarm() {
  if (!navigator.userActivation?.hasBeenActive) return; // browsers allow neither before the first tap
  if (settings.vibration) navigator.vibrate?.([40, 60, 40]);
  if (settings.sound) beep();
}

function beep() {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = 330;
  volume.gain.value = 0.15;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.15);
  tone.onended = () => audio.close();
}

/** Keep the screen on as long as the page is visible. Browsers release the lock when it is hidden. */
export function stayAwake() {
  const lock = async () => {
    if (document.hidden) return;
    try {
      await navigator.wakeLock?.request("screen");
    } catch {
      // The battery is low, or the browser does not allow it: the phone goes to sleep as usual.
    }
  };
  document.addEventListener("visibilitychange", lock);
  return lock();
}
