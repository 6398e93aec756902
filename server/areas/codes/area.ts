import type { ServerArea } from '#server/area.ts';
import { seedCodedDocuments } from '#server/seed/coded-documents.ts';
import { seedCodes } from '#server/seed/codes.ts';
import { settleFiles } from './file/settle-files.ts';
import { noteArrivals } from './order/arrive.ts';
import { serveCodes } from './serve-codes.ts';

/** Unique codes of pieces: from their making to the end of the piece, each in one place and one state. */
export const codes: ServerArea = {
  name: 'codes',
  serve: serveCodes,
  // Behind everything else that moves stock: what it gives codes to stays where it is.
  seed: [
    {
      name: 'unique codes',
      after: ['returns to suppliers', 'stocktakes', 'batches of goods that expire'],
      run: seedCodes,
    },
    {
      name: 'documents of coded pieces',
      after: ['unique codes', 'allots', 'imperfect goods'],
      run: seedCodedDocuments,
    },
  ],
  timersOf: ({ registry }) => [
    { name: '制码单入库', everyMs: 5000, run: async (house) => void (await noteArrivals(house, registry)) },
    { name: '码文件收尾', everyMs: 5000, run: async (house) => void (await settleFiles(house, registry)) },
  ],
};
