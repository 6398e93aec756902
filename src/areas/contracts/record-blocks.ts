import type { RecordBlocks } from '#src/engine/record-blocks.ts';

/** What this area shows on the pages of records. */
export const blocks: RecordBlocks = {
  supplier: [
    {
      key: 'contracts',
      label: '合同',
      order: 20,
      access: 'contract:view',
      load: async () => (await import('./supplier-blocks.tsx')).contracts,
    },
    {
      key: 'prices',
      label: '采购价',
      order: 25,
      access: 'PurchasePrice:view',
      load: async () => (await import('./supplier-blocks.tsx')).prices,
    },
  ],
};
