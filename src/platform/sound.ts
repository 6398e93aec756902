import { peekStored, setStored } from './storage.ts';

/** The four words of the scanner's voice (design §8); each is told apart with the eyes shut, and by the hand. */
export type Tone = 'new' | 'duplicate' | 'unknown' | 'not_saved';

/** Lets tones sound from the first touch or key on: browsers keep pages silent before. Call once at start. */
export function unlockSound(): () => void {
  const unlock = () => {
    void voice()?.resume();
    stop();
  };
  const stop = () => {
    removeEventListener('pointerdown', unlock);
    removeEventListener('keydown', unlock);
  };
  addEventListener('pointerdown', unlock);
  addEventListener('keydown', unlock);
  return stop;
}

/** Sounds a tone and vibrates, where the device can. Call it after the entry is kept, never before (design §6). */
export function sound(tone: Tone): void {
  const { beeps, shakes } = tones[tone];
  navigator.vibrate?.(shakes);
  if (silent) return;
  const audio = voice();
  if (audio?.state !== 'running') return;
  let at = audio.currentTime;
  const loud = volume();
  if (loud === 0) return;
  for (const beep of beeps) {
    play(audio, beep, { at, loud });
    at += (beep.length + gap) / 1000;
  }
}

/** How loud tones are on this device: 0 for none, 1 for as loud as it can. */
export function volume(): number {
  const kept = peekStored(volumeKey);
  return typeof kept === 'number' && kept >= 0 && kept <= 1 ? kept : 0.5;
}

/** Sets how loud tones are here, whoever works with the device. */
export function setVolume(wanted: number): void {
  setStored(volumeKey, wanted);
}

const volumeKey = 'device:volume';

let silent = false;

/** Keeps the tones back, for a person who wants it quiet; the hand still feels them. */
export function setSilent(wanted: boolean): void {
  silent = wanted;
}

interface Beep {
  /** Hertz. */
  pitch: number;
  /** Milliseconds. */
  length: number;
  shape: OscillatorType;
}

const gap = 60;

/** Pitch, number and length all differ: one high, two middle, two falling, three long and harsh. */
const tones: Record<Tone, { beeps: Beep[]; shakes: number[] }> = {
  new: { beeps: [{ pitch: 1760, length: 70, shape: 'sine' }], shakes: [40] },
  duplicate: {
    beeps: Array.from({ length: 2 }, () => ({ pitch: 880, length: 90, shape: 'triangle' as const })),
    shakes: [40, 60, 40],
  },
  unknown: {
    beeps: [
      { pitch: 620, length: 160, shape: 'square' },
      { pitch: 390, length: 260, shape: 'square' },
    ],
    shakes: [220, 80, 120],
  },
  not_saved: {
    beeps: Array.from({ length: 3 }, () => ({ pitch: 196, length: 380, shape: 'sawtooth' as const })),
    shakes: [500, 120, 500, 120, 500],
  },
};

let context: AudioContext | null = null;

function voice(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  return context;
}

function play(audio: AudioContext, beep: Beep, { at, loud }: { at: number; loud: number }): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  const end = at + beep.length / 1000;
  oscillator.type = beep.shape;
  oscillator.frequency.value = beep.pitch;
  // A ramp at both ends, without which the speaker clicks.
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.005);
  gain.gain.setValueAtTime(loud, end - 0.01);
  gain.gain.linearRampToValueAtTime(0, end);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(end);
}
