import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { gift } from '#contract/areas/promotions/gift.ts';
import { type GiftReserved, giftReserveCall } from '#contract/areas/promotions/gift-stock.ts';
import type { InputOf } from '#contract/kit/call.ts';
import { choice } from '#contract/kit/kinds/choice.ts';
import { quantity } from '#contract/kit/kinds/number.ts';
import { reference } from '#contract/kit/kinds/reference.ts';
import type { Row } from '#src/engine/row.ts';
import type { Asking } from '#src/kit/desk/ask-dialog.tsx';

const ways = { 1: '预留', 2: '释放' } as const;

/** More pieces of a gift are kept in a warehouse, or some are let go; of a row, those of the row. */
export function reserveAsking(row?: Row): Asking<InputOf<typeof giftReserveCall>, GiftReserved> {
  const place = row
    ? {}
    : {
        gift_id: reference(() => gift, gift.label, { required: true }),
        warehouse_id: reference(() => warehouse, warehouse.label, { required: true }),
      };
  return {
    title: row ? `${String(row['gift_id__title'])}：${String(row['warehouse_id__title'])}` : '预留赠品库存',
    fields: {
      ...place,
      ...(row ? { way: choice('操作', ways, { required: true }) } : {}),
      qty: quantity('数量', { required: true }),
    },
    given: { way: 1 },
    call: giftReserveCall,
    input: (values) => ({
      gift_id: Number(row?.['gift_id'] ?? values['gift_id']),
      warehouse_id: Number(row?.['warehouse_id'] ?? values['warehouse_id']),
      qty: Number(values['qty']) * (values['way'] === 2 ? -1 : 1),
    }),
    done: ({ reserved_qty }) => ({ good: `现预留 ${reserved_qty} 件` }),
  };
}
