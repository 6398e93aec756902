import type { RecordBlocks } from '#src/engine/record-blocks.ts';

/** What this area shows on the pages of records. */
export const blocks: RecordBlocks = {
  supplier: [
    {
      key: 'accounts',
      label: '账户',
      order: 10,
      access: 'supplierAccount:view',
      load: () => import('./supplier-accounts.tsx'),
    },
  ],
};
