/** The sounds of wood, synthesised: no files, and silent at once when the device says so. */
import { device } from "../device";

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Browsers only let sound begin in a touch, and phones interrupt it whenever they like. */
function wake(): void {
  if (!device.taste.sound) return;
  context ??= new AudioContext({ latencyHint: "interactive" });
  // Safari also knows "interrupted", which the types do not.
  if (context.state !== "running") void context.resume().catch(() => undefined);
}

if (typeof window !== "undefined") {
  for (const name of ["pointerdown", "keydown"])
    window.addEventListener(name, wake, { capture: true, passive: true });
}

function ready(): AudioContext | null {
  return device.taste.sound && context?.state === "running" ? context : null;
}

/** A short knock: noise through a narrow band, over a falling tone that gives it weight. */
function knock(sound: AudioContext, at: number, pitch: number, loud: number): void {
  noise ??= hiss(sound);
  const out = sound.createGain();
  out.gain.setValueAtTime(loud, at);
  out.gain.exponentialRampToValueAtTime(0.001, at + 0.09);
  out.connect(sound.destination);

  const band = sound.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = 3;
  const grain = sound.createBufferSource();
  grain.buffer = noise;
  grain.connect(band).connect(out);
  grain.start(at, Math.random() * 0.4, 0.1);

  const body = sound.createOscillator();
  body.type = "triangle";
  body.frequency.setValueAtTime(pitch * 0.32, at);
  body.frequency.exponentialRampToValueAtTime(pitch * 0.18, at + 0.06);
  body.connect(out);
  body.start(at);
  body.stop(at + 0.1);
}

function hiss(sound: AudioContext): AudioBuffer {
  const buffer = sound.createBuffer(1, sound.sampleRate * 0.6, sound.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

function tone(sound: AudioContext, at: number, pitch: number, loud: number, length: number): void {
  const out = sound.createGain();
  out.gain.setValueAtTime(0, at);
  out.gain.linearRampToValueAtTime(loud, at + 0.012);
  out.gain.exponentialRampToValueAtTime(0.001, at + length);
  out.connect(sound.destination);
  for (const [times, part] of [
    [1, 1],
    [2.76, 0.18],
  ] as const) {
    const voice = sound.createOscillator();
    voice.frequency.value = pitch * times;
    const gain = sound.createGain();
    gain.gain.value = part;
    voice.connect(gain).connect(out);
    voice.start(at);
    voice.stop(at + length);
  }
}

/** A tile touches the table or the rack. */
export function clack(loud = 0.5): void {
  const sound = ready();
  if (sound) knock(sound, sound.currentTime, 1700 + Math.random() * 500, loud);
}

/** A tile comes out of the bag. */
export function rattle(): void {
  const sound = ready();
  if (!sound) return;
  for (let i = 0; i < 6; i += 1)
    knock(sound, sound.currentTime + i * 0.035 + Math.random() * 0.02, 1300 + Math.random() * 1400, 0.16);
}

/** Your turn. */
export function chime(): void {
  const sound = ready();
  if (!sound) return;
  tone(sound, sound.currentTime, 660, 0.16, 0.5);
  tone(sound, sound.currentTime + 0.11, 880, 0.16, 0.7);
}

/** Somebody has won. */
export function fanfare(): void {
  const sound = ready();
  if (!sound) return;
  [523, 659, 784, 1047].forEach((pitch, i) => {
    tone(sound, sound.currentTime + i * 0.1, pitch, 0.14, i === 3 ? 1.2 : 0.4);
  });
}
