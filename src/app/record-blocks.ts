import { setRecordBlocks } from '#src/engine/record-blocks.ts';
import { loadPart } from './routing/stale-chunk.ts';

let placed = false;

/** Hands the blocks of all areas to the pages of records, once. They come beside the frame, which no list waits for: a page gets its further tabs as they are there. */
export function placeRecordBlocks(): void {
  if (placed) return;
  placed = true;
  void loadPart(() => import('./area-blocks.ts'))
    .then(({ recordBlocks }) => setRecordBlocks(recordBlocks))
    .catch((problem: unknown) => {
      placed = false;
      reportError(problem);
    });
}
