/** Sounds made on the spot: wood, stone and a few bells out of oscillators and noise. */

import { settings } from "./settings.js";

/** @typedef {"step" | "capture" | "turn" | "win" | "loss" | "low" | "error" | "good"} Sound */

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** Browsers let a page sound only after the user has touched it. */
function audio() {
  if (!navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** @param {AudioContext} sound */
function noiseBuffer(sound) {
  if (noise) return noise;
  noise = sound.createBuffer(1, sound.sampleRate / 4, sound.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return noise;
}

/** @param {AudioContext} sound @param {number} start @param {number} peak @param {number} seconds */
function envelope(sound, start, peak, seconds) {
  const gain = sound.createGain();
  gain.gain.setValueAtTime(peak * settings.get("volume"), start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  gain.connect(sound.destination);
  return gain;
}

/**
 * Something hard set down on wood.
 * @param {AudioContext} sound
 * @param {number} pitch
 * @param {number} peak
 * @param {number} [delay]
 */
function knock(sound, pitch, peak, delay = 0) {
  const start = sound.currentTime + delay;
  const hit = sound.createBufferSource();
  hit.buffer = noiseBuffer(sound);
  const body = sound.createBiquadFilter();
  body.type = "bandpass";
  body.frequency.value = pitch;
  body.Q.value = 4;
  hit.connect(body).connect(envelope(sound, start, peak, 0.09));
  hit.start(start);
  hit.stop(start + 0.1);
}

/**
 * A bell.
 * @param {AudioContext} sound
 * @param {number} pitch
 * @param {number} peak
 * @param {number} delay
 * @param {number} [seconds]
 */
function bell(sound, pitch, peak, delay, seconds = 0.5) {
  const start = sound.currentTime + delay;
  for (const [ratio, share] of /** @type {[number, number][]} */ ([
    [1, 1],
    [2.01, 0.35],
  ])) {
    const tone = sound.createOscillator();
    tone.type = "sine";
    tone.frequency.value = pitch * ratio;
    tone.connect(envelope(sound, start, peak * share, seconds));
    tone.start(start);
    tone.stop(start + seconds);
  }
}

/** @type {Record<Sound, (sound: AudioContext) => void>} */
const SOUNDS = {
  step: (sound) => knock(sound, 900, 1.1),
  turn: (sound) => {
    knock(sound, 700, 1.2);
    knock(sound, 1000, 0.9, 0.07);
  },
  capture: (sound) => {
    knock(sound, 320, 2);
    bell(sound, 196, 0.18, 0.02, 0.35);
  },
  error: (sound) => bell(sound, 150, 0.2, 0, 0.18),
  good: (sound) => {
    bell(sound, 659, 0.18, 0);
    bell(sound, 880, 0.18, 0.1);
  },
  low: (sound) => {
    bell(sound, 880, 0.2, 0, 0.15);
    bell(sound, 880, 0.2, 0.2, 0.15);
  },
  win: (sound) => [523, 659, 784, 1047].forEach((pitch, i) => bell(sound, pitch, 0.2, i * 0.13, 0.7)),
  loss: (sound) => [392, 330, 262].forEach((pitch, i) => bell(sound, pitch, 0.2, i * 0.17, 0.7)),
};

/** @param {Sound} name */
export function play(name) {
  if (!settings.get("sound") || document.hidden) return;
  const sound = audio();
  if (sound) SOUNDS[name](sound);
}
