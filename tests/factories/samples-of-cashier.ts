import type { Kysely } from 'kysely';
import { cashierBill } from '#contract/areas/cashier/cashier-bill.ts';
import { channelRecon } from '#contract/areas/cashier/channel-recon.ts';
import { shopBill } from '#contract/areas/cashier/shop-bill.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { next } from './goods.ts';
import { insert } from './insert.ts';
import { person } from './people.ts';
import type { Make } from './samples.ts';

/** Records of bills that no call of a person makes, each straight into the tables as its effect leaves it; by name. */
export function samplesOfCashier(db: Kysely<unknown>, make: Make): Readonly<Record<string, () => Promise<number>>> {
  const ended = { system_amount: 100, actual_amount: 100, checked_amount: 100, diff_amount: 0, deposit_amount: 0 };
  const line = async (dimension: string, more: object): Promise<number> => {
    const figures = { sale_amount: 0, refund_amount: 0, receive_amount: 0, order_count: 0 };
    const bill_id = await make(shopBill);
    return await insert(db, 'shop_bill_line', { bill_id, dimension, business_date: '2026-02-01', ...figures, ...more });
  };
  return {
    cashierBill: async () => {
      const n = next();
      const { id } = await person(db);
      const place = { shop_id: await make(shop), cashier_id: id, business_date: '2026-02-01' };
      const shift = { shift: '1', till_shift: '1', shift_no: 1 };
      return await insert(db, 'cashier_bill', { bill_no: `SYX${n}`, ...place, ...shift, status: 1 });
    },
    cashierBillHistory: async () => {
      const cashier_bill_id = await make(cashierBill);
      const { id } = await person(db);
      const how = { outcome: 1, ended_by: id, ended_at: '2026-02-02T00:00:00Z' };
      return await insert(db, 'cashier_bill_end', { cashier_bill_id, ...ended, ...how });
    },
    channelRecon: async () => {
      const n = next();
      const day = new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10);
      return await insert(db, 'channel_recon', { recon_no: `QDX${n}`, channel: 1, recon_date: day, status: 1 });
    },
    channelReconLine: async () =>
      await insert(db, 'channel_recon_line', {
        recon_id: await make(channelRecon),
        trade_no: `X${next()}`,
        channel_amount: 100,
        match_state: 3,
      }),
    shopBill: async () => {
      const n = next();
      const period = { period_type: 2, period: '2026-02', period_from: '2026-02-01', period_to: '2026-02-28' };
      const of = { shop_id: await make(shop), shop_type: 1 };
      return await insert(db, 'shop_bill', { bill_no: `MDX${n}`, ...of, ...period, status: 1 });
    },
    shopBillStore: () => line('store', { key_id: 1, key_name: '门店' }),
    shopBillPeople: async () => line('people', { key_id: (await person(db)).id, key_name: '收银员' }),
    shopBillAccount: () => line('account', { key_name: '现金', pay_type: 3 }),
  };
}
