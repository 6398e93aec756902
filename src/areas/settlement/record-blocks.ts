import type { RecordBlocks } from '#src/engine/record-blocks.ts';

/** What this area shows on the pages of records. */
export const blocks: RecordBlocks = {
  supplier: [
    {
      key: 'balances',
      label: '余额',
      order: 55,
      access: 'statement:view',
      load: () => import('./supplier-balances.tsx'),
    },
    {
      key: 'fines',
      label: '罚款',
      order: 60,
      access: 'checkBill:fineView',
      load: async () => (await import('./supplier-blocks.tsx')).fines,
    },
    {
      key: 'bills',
      label: '对账单',
      order: 65,
      access: 'checkBill:view',
      load: async () => (await import('./supplier-blocks.tsx')).bills,
    },
    {
      key: 'statements',
      label: '结算单',
      order: 70,
      access: 'statement:view',
      load: async () => (await import('./supplier-blocks.tsx')).statements,
    },
    {
      key: 'payments',
      label: '付款单',
      order: 75,
      access: 'payment:view',
      load: async () => (await import('./supplier-blocks.tsx')).payments,
    },
  ],
};
