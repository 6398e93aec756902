import { getStored, setStored } from './storage.ts';

/** The tag reader that was connected to this device last. */
export interface LastReader {
  label: string;
  family: string;
  /** Reached through the service of this computer, not through a port of the browser. */
  isService?: boolean;
  /** Epoch milliseconds. */
  at: number;
}

/** Remembers it: what is beside a device tomorrow is most likely what was there today. */
export function noteReader(reader: LastReader): void {
  setStored(key, reader);
}

export function lastReader(): LastReader | null {
  const kept = getStored<LastReader>(key);
  return kept.found === 'value' ? kept.value : null;
}

const key = 'device:last-reader';
