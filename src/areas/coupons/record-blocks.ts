import type { RecordBlocks } from '#src/engine/record-blocks.ts';

/** What this area shows on the pages of records. */
export const blocks: RecordBlocks = {
  user: [
    {
      key: 'coupons',
      label: '优惠券',
      order: 10,
      access: 'coupon:view',
      load: () => import('./member-coupons.tsx'),
    },
  ],
};
