import { userCoupon } from '#contract/areas/coupons/user-coupon.ts';
import type { BlockProps } from '#src/engine/record-blocks.ts';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';

/** The coupons that a member has and had. */
export function Block({ id }: BlockProps) {
  return (
    <FixedList
      definition={userCoupon}
      fixed={{ user_id: [id] }}
      columns={['code', 'coupon_id', 'got_at', 'valid_from', 'valid_to', 'status', 'order_no', 'used_at']}
      filters={['status', 'coupon_id']}
      height={320}
    />
  );
}
