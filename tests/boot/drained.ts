import { afterAll } from 'vitest';

// Kept from before any test can put another clock in its place.
const immediate = setImmediate;

// What React has put off is done while there is still a window: run after a file's document has gone, it would fail the whole run.
afterAll(async () => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => immediate(resolve));
});

/** Work that is put off may put off more; that of an unmounted page ends with the second. */
const turns = 5;
