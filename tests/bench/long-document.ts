import { sql } from 'kysely';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { House } from '#tests/boot/house.ts';
import { shelf } from '#tests/factories/shelf.ts';
import { adjustment, stockPeople } from '#tests/factories/stock.ts';
import { type Bench, inTurns, ms, timed } from './bench.ts';
import { someGoods } from './shop.ts';

const many = 5000;
const few = 5;

/** One line of a document of 5,000 lines is changed by sending that line: what goes over the wire, and what the server does with it. */
export const longDocument: Bench = async ({ house, db, quick }) => {
  const { maker } = await stockPeople(house);
  const { id: warehouse } = await shelf(db);
  const goods = await someGoods(db, many);
  const linesOf = (count: number) => goods.slice(0, count).map((one) => ({ sku_id: one.id, qty: 7 }));
  const long = await draft(house, maker, { warehouse, lines: linesOf(many) });
  const short = await draft(house, maker, { warehouse, lines: linesOf(few) });
  const rounds = quick ? 5 : 15;
  const one = await inTurns(
    rounds,
    () => long.editOne(),
    () => short.editOne(),
  );
  const whole = await inTurns(
    Math.ceil(rounds / 3),
    () => long.editOne(),
    () => long.saveAll(),
  );
  return [
    {
      name: `long document: bytes sent for one line of ${many.toLocaleString('en')}`,
      ratio: long.bytes() / short.bytes(),
      atMost: 1.2,
      figures: `${long.bytes()} bytes against ${short.bytes()} for one line of ${few}`,
    },
    {
      name: 'long document: one line against all lines',
      ratio: whole.ratio,
      atMost: 0.5,
      figures: `${ms(whole.one)} against ${ms(whole.other)}`,
    },
    {
      name: 'long document: one line of 5,000 against one of 5',
      ratio: one.ratio,
      figures: `${ms(one.one)} against ${ms(one.other)}`,
    },
  ];
};

interface Draft {
  editOne(): Promise<number>;
  saveAll(): Promise<number>;
  bytes(): number;
}

async function draft(
  house: House,
  maker: Actor,
  { warehouse, lines }: { warehouse: number; lines: { sku_id: number; qty: number }[] },
): Promise<Draft> {
  const { id, ...saved } = await house.ask(maker, adjustment.calls.add, {
    warehouse_id: warehouse,
    adjust_type: adjustType.otherIn,
    reason: '测量',
    lines: lines as never,
  });
  let { version } = saved;
  let qty = 7;
  let sent = 0;
  const { rows } = await sql<{
    id: number;
    sku_id: number;
  }>`select id, sku_id from stock_adjustment_line where stock_adjustment_id = ${id} order by id`.execute(house.db);
  const edit = async (change: object): Promise<number> => {
    const input = { id, version, ...change };
    if ('line_changes' in change) sent = Buffer.byteLength(JSON.stringify(input));
    return await timed(async () => {
      ({ version } = await house.ask(maker, adjustment.calls.edit, input as never));
    });
  };
  return {
    editOne: () => {
      qty += 1;
      return edit({ line_changes: { put: [{ ...rows[1], qty: (qty % 90) + 10 }], remove: [] } });
    },
    saveAll: () => edit({ lines: rows.map((row) => ({ ...row, qty: 7 })) }),
    bytes: () => sent,
  };
}
