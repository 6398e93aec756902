import { type Kysely, sql } from 'kysely';
import { openHouse } from '#tests/boot/house.ts';
import { codePeople, stockedCodes } from '#tests/factories/codes.ts';
import { insert } from '#tests/factories/insert.ts';
import { addInbound, seller } from '#tests/factories/purchasing.ts';
import { shelf } from '#tests/factories/shelf.ts';

// Records about unique codes that stand apart in warehouse, supplier, brand and category: a code's are those of its piece.

/** Each makes one record and answers its id. */
export const codesByHand: Readonly<Record<string, (db: Kysely<unknown>) => Promise<number>>> = {
  codeOrder: async (db) =>
    await insert(db, 'code_order', {
      code_order_no: `ZM${Date.now()}${Math.random()}`.slice(0, 30),
      source_type: 1,
      status: 1,
      supplier_id: await seller(db),
      warehouse_id: (await shelf(db)).id,
    }),
  codeReturn: async (db) =>
    await insert(db, 'code_return', {
      return_no: `TM${Date.now()}${Math.random()}`.slice(0, 30),
      return_type: 2,
      source_no: 'XS1',
      status: 1,
      warehouse_id: (await shelf(db)).id,
    }),
  codeFile: async (db) => await file(db),
  codeFileLine: async (db) =>
    await insert(db, 'code_file_row', { file_id: await file(db), row_no: 1, unique_code: 'A1' }),
  uniqueCode: async (db) => (await piece(db)).id,
  goodsPool: async (db) => (await piece(db)).id,
  hangTagCode: async (db) => {
    const { id: code_id, sku } = await piece(db);
    const sides = { template_type: 1, width_mm: 40, height_mm: 90 };
    const template_id = await insert(db, 'tag_template', { name: `吊牌${code_id}`, ...sides });
    const job = { job_no: `DP${code_id}`, template_id, source_type: 3, source_no: 'ZM1', status: 1, total_qty: 1 };
    const hang_tag_job_id = await insert(db, 'hang_tag_job', job);
    const line_id = await insert(db, 'hang_tag_job_line', { hang_tag_job_id, sku_id: sku, qty: 1 });
    return await insert(db, 'hang_tag_job_code', { hang_tag_job_id, line_id, code_id });
  },
  codeRecord: async (db) => {
    const { rows } = await sql<{ id: number }>`
      select id from code_event where code_id = ${(await piece(db)).id} order by seq desc limit 1`.execute(db);
    return rows[0]?.id ?? 0;
  },
  inWareCode: async (db) => {
    const { id, warehouse, sku } = await piece(db);
    const { lines } = await addInbound(db, {
      warehouse_id: warehouse,
      supplier_id: await seller(db),
      lines: [{ sku_id: sku }],
    });
    // What was there from the beginning came in by no batch; its code says one here, which its events alone may change.
    await db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update piece_code set in_ware_detail_id = ${lines[0]} where id = ${id}`.execute(tx);
    });
    return id;
  },
};

const file = async (db: Kysely<unknown>): Promise<number> =>
  await insert(db, 'code_file', {
    file_no: `MF${Date.now()}${Math.random()}`.slice(0, 30),
    file_type: 1,
    name: '码.csv',
    path: 'a'.repeat(32),
    status: 1,
    warehouse_id: (await shelf(db)).id,
  });

async function piece(db: Kysely<unknown>): Promise<{ id: number; warehouse: number; sku: number }> {
  const house = openHouse(db);
  const { codes, warehouse, sku } = await stockedCodes(house, { people: await codePeople(house), qty: 1 });
  return { id: codes[0]?.id ?? 0, warehouse, sku };
}
