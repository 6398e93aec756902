import { a0 } from './a0.ts';
import { m100, r200 } from './m100.ts';
import type { Protocol } from './protocol.ts';
import { thingmagic } from './thingmagic.ts';

/** The families that are looked for, in this order: no number of a USB plug tells which reader is behind it (reference rfid §1.8). */
export const protocols: readonly Protocol[] = [thingmagic, a0, m100, r200];
