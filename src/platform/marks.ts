import { peekStored, setStored } from './storage.ts';

/** How strongly the screen lights up in the colour of a scan: 0 for not at all, 1 for whole. */
export function marks(): number {
  const kept = peekStored(key);
  return typeof kept === 'number' && kept >= 0 && kept <= 1 ? kept : usual;
}

/** Sets it for this device, whoever works with it, and shows it from now on. */
export function setMarks(wanted: number): void {
  setStored(key, wanted);
  showMarks();
}

/** Shows marks as they are set. */
export function showMarks(): void {
  document.documentElement.style.setProperty('--mark', String(marks()));
}

const key = 'device:marks';
const usual = 0.85;
