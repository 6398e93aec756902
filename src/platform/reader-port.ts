import { getStored, setStored } from './storage.ts';

/** The port of this computer that the service of its reader listens on: it stays with the machine. */
export function readerPort(): number {
  const kept = getStored<number>(key);
  return kept.found === 'value' ? kept.value : usual;
}

export function keepReaderPort(port: number): void {
  setStored(key, port);
}

const key = 'device:tag-reader-port';
const usual = 8888;
