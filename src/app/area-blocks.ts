import type { RecordBlocks } from '#src/engine/record-blocks.ts';

/** What areas show of one another's records: an area joins by exporting `blocks` from `src/areas/<area>/record-blocks.ts`. */
export const recordBlocks: readonly RecordBlocks[] = Object.values(
  import.meta.glob<RecordBlocks>('../areas/*/record-blocks.ts', { eager: true, import: 'blocks' }),
);
