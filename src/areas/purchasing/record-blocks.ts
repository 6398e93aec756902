import type { RecordBlocks } from '#src/engine/record-blocks.ts';

/** What this area shows on the pages of records. */
export const blocks: RecordBlocks = {
  supplier: [
    {
      key: 'orders',
      label: '在途采购',
      order: 30,
      access: 'purchaseOrder:view',
      load: async () => (await import('./supplier-blocks.tsx')).orders,
    },
    {
      key: 'arrivals',
      label: '预约',
      order: 35,
      access: 'arrivalOrder:view',
      load: async () => (await import('./supplier-blocks.tsx')).arrivals,
    },
    {
      key: 'differences',
      label: '差异',
      order: 40,
      access: 'differenceOrder:view',
      load: async () => (await import('./supplier-blocks.tsx')).differences,
    },
    {
      key: 'returns',
      label: '退返',
      order: 45,
      access: 'backOrder:view',
      load: async () => (await import('./supplier-blocks.tsx')).returns,
    },
    {
      key: 'quality',
      label: '质量',
      order: 50,
      access: 'stock:imperfectView',
      load: async () => (await import('./supplier-blocks.tsx')).quality,
    },
  ],
};
