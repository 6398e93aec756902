import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { limits } from '#contract/kit/limits.ts';
import { sheetPeople, startedSheet, Tablet } from '#tests/factories/stocktake.ts';
import { type Bench, inTurns, ms, timed } from './bench.ts';
import { filledWarehouse, someGoods } from './shop.ts';

const scans = 500;

/** 500 scans of a tablet that comes back into coverage, in batches of 200, against the same rows inserted by bare SQL in as many transactions. */
export const counts: Bench = async ({ house, db, pool, quick }) => {
  const goods = await someGoods(db, 100, 6000);
  const people = await sheetPeople(house);
  const { id: warehouse } = await filledWarehouse(house, goods, { zones: ['A1'] });
  house.clock.advance(3_600_000);
  const sheet = await startedSheet(house, people, { warehouse });
  const barcodes = Array.from({ length: scans }, (_, n) => goods[n % goods.length] ?? { id: 0, barcode: '' });
  const call = async (): Promise<number> => {
    const tablet = new Tablet(house, people.counters[0], sheet);
    await tablet.download('A1');
    for (const { barcode } of barcodes) tablet.count(barcode, { zone: 'A1' });
    const all = tablet.waiting.splice(0);
    return await timed(async () => {
      for (let from = 0; from < all.length; from += limits.drainBatch) {
        tablet.waiting.push(...all.slice(from, from + limits.drainBatch));
        await tablet.send();
      }
    });
  };
  const bare = (): Promise<number> =>
    timed(async () => {
      const device = `bare-${randomUUID()}`;
      for (let from = 0; from < barcodes.length; from += limits.drainBatch)
        await insertBare(pool, {
          sheet,
          device,
          counter: people.counters[1].id,
          from,
          goods: barcodes.slice(from, from + limits.drainBatch),
        });
    });
  const { one, other, ratio } = await inTurns(quick ? 5 : 15, call, bare);
  return [
    {
      name: `counts: ${scans} scans in batches of ${limits.drainBatch}`,
      ratio,
      figures: `${ms(one)} against ${ms(other)} bare`,
    },
  ];
};

interface Inserting {
  sheet: number;
  device: string;
  counter: number;
  from: number;
  goods: readonly { id: number; barcode: string }[];
}

async function insertBare(pool: Pool, { sheet, device, counter, from, goods }: Inserting): Promise<void> {
  const client = await pool.connect();
  const opId = randomUUID();
  try {
    await client.query('begin');
    await client.query(
      `insert into op (op_id, admin_id, call, request_hash, answer) values ($1, $2, '/v1/stocktaking/count', $3, '{}')`,
      [opId, counter, opId],
    );
    await client.query(
      `insert into stocktaking_count (op_id, stocktaking_id, device_id, counter_id, seq, kind, zone, round, barcode, sku_id, imperfect_type, qty, counted_at, outcome)
      select gen_random_uuid(), $1, $2, $3, $4 + n, 'add', 'A1', 1, barcode, sku_id, 0, 1, now(), 'accepted' from unnest($5::text[], $6::bigint[]) with ordinality as g (barcode, sku_id, n)`,
      [sheet, device, counter, from, goods.map((one) => one.barcode), goods.map((one) => one.id)],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}
