import { type Kysely, sql } from 'kysely';
import { type AnyDefinition, scopePaths, tableOf } from '#contract/kit/definition.ts';
import type { ScopeRule } from '#server/identity/actor.ts';
import { openHouse } from '#tests/boot/house.ts';
import { addPurchasePrice, newAgreement } from '#tests/factories/contracts.ts';
import { insert } from '#tests/factories/insert.ts';
import { addDepartment } from '#tests/factories/partners.ts';
import { addDistrictShop, addPrice } from '#tests/factories/prices.ts';
import { addInbound, ordered, seller } from '#tests/factories/purchasing.ts';
import type { Make } from '#tests/factories/samples.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { openingStock, stockPeople } from '#tests/factories/stock.ts';
import { codesByHand } from './scoped-codes.ts';

type Values = Record<string, unknown>;
export type Dimension = keyof ScopeRule;

/** Two records of a definition that stand apart in one dimension, and the ids that lead to each. */
export interface Pair {
  readonly mine: Values & { id: number };
  readonly other: Values & { id: number };
  readonly rule: ScopeRule;
}

/** Makes the two; throws when they cannot be told apart by the dimension. */
export async function pairOf(
  db: Kysely<unknown>,
  make: Make,
  { definition, dimension }: { definition: AnyDefinition; dimension: Dimension },
): Promise<Pair> {
  const byHand = handMade[`${definition.name} by ${dimension}`] ?? handMade[definition.name];
  const record = async () => await (byHand?.(db) ?? make(definition));
  const [one, two] = [await record(), await record()];
  const carried = async (id: number) =>
    (await Promise.all(scopePaths(definition.scope, dimension).map((path) => idsAt(db, definition, path, id)))).flat();
  const [ours, theirs] = [await carried(one), await carried(two)];
  if (ours.length === 0 || ours.some((id) => theirs.includes(id)))
    throw new Error(`${definition.name}: two records share their ${dimension}`);
  return {
    mine: await rowOf(db, definition, one),
    other: await rowOf(db, definition, two),
    rule: { [dimension]: ours },
  };
}

/** The ids that a record carries in a dimension. */
export async function idsAt(
  db: Kysely<unknown>,
  definition: AnyDefinition,
  path: string,
  id: number,
): Promise<number[]> {
  const [name = 'id', ...rest] = path.split('.');
  const found = [(await rowOf(db, definition, id))[name] ?? []].flat() as number[];
  const target = definition.fields[name]?.target?.();
  if (rest.length === 0 || !target) return found;
  return (await Promise.all(found.map((one) => idsAt(db, target, rest.join('.'), one)))).flat();
}

async function rowOf(db: Kysely<unknown>, definition: AnyDefinition, id: number): Promise<Values & { id: number }> {
  const { rows } = await sql<Values & { id: number }>`
    select * from ${sql.table(tableOf(definition))} where id = ${id}`.execute(db);
  if (!rows[0]) throw new Error(`${definition.name} ${id} is not there`);
  return rows[0];
}

/** What no call adds: rows of the ledger, nodes of the organisation, people. */
const handMade: Readonly<Record<string, (db: Kysely<unknown>) => Promise<number>>> = {
  ...codesByHand,
  stock: async (db) => (await stocked(db)).stock,
  inventoryStream: async (db) => (await stocked(db)).stream,
  inoutWater: async (db) => (await stocked(db)).water,
  'inoutWater by supplier': async (db) => {
    const { water } = await stocked(db);
    await sql`
      update stock_batch b set supplier_id = ${await seller(db)} from inout_water w
      where w.id = ${water} and b.sku_id = w.sku_id and b.warehouse_id = w.warehouse_id`.execute(db);
    return water;
  },
  // Of a partner who is a shop; the others have none.
  'currentExpense by shop': async (db) => {
    const { id: shop_id } = await addDistrictShop(db);
    return await insert(db, 'current_expense', {
      expense_no: `WF260301${String(shop_id).padStart(5, '0')}`,
      partner_type: 3,
      shop_id,
      expense_type: 1,
      amount: 100,
    });
  },
  priceSheet: async (db) => {
    const { id, district_id } = await addDistrictShop(db);
    return await insert(db, 'price_sheet', {
      price_no: `TJ${id}`,
      scope_type: 3,
      shop_ids: [id],
      concerned_shop_ids: [id],
      concerned_organize_ids: [district_id],
      effective_at: new Date().toISOString(),
      reason: '门店调价',
    });
  },
  inWareDetail: async (db) => {
    const supplier_id = await seller(db);
    const lines = [{ sku_id: await oneSku(db) }];
    return (await addInbound(db, { warehouse_id: (await shelf(db)).id, supplier_id, lines })).lines[0] ?? 0;
  },
  salePrice: async (db) => await addPrice(db, { sku_id: await oneSku(db), price: 100 }),
  priceRecord: async (db) => {
    const sku_id = await oneSku(db);
    const at = new Date().toISOString();
    const place = { scope_type: 1, scope_value: '0', scope_name: '全部' };
    return await insert(db, 'price_record', { sku_id, ...place, new_price: 100, price_no: `TJ${sku_id}`, at });
  },
  purchaseLine: async (db) => (await ordered(db)).lines[0] ?? 0,
  purchasePrice: async (db) => {
    const { supplier_id, goods } = await newAgreement(db);
    return await addPurchasePrice(db, { supplier_id, sku_id: goods[0]?.id ?? 0 });
  },
  organize: async (db) => await addDepartment(db),
  staff: async (db) => {
    const { rows } = await sql<{ id: number }>`
      insert into admin (username, nickname, main_organize_id)
      select 'm' || o.id, '成员' || o.id, o.id from (select ${await addDepartment(db)}::bigint as id) o returning id`.execute(
      db,
    );
    return rows[0]?.id ?? 0;
  },
};

const oneSku = async (db: Kysely<unknown>): Promise<number> => (await pieces(db))[0]?.id ?? 0;

async function stocked(db: Kysely<unknown>): Promise<{ stock: number; stream: number; water: number }> {
  const house = openHouse(db);
  const warehouse = (await shelf(db)).id;
  const [piece] = await pieces(db);
  await openingStock(house, {
    people: await stockPeople(house),
    warehouse,
    lines: [{ sku_id: piece?.id ?? 0, qty: 7 }],
  });
  const { rows } = await sql<{ stock: number; stream: number; water: number }>`
    select (select id from stock where warehouse_id = ${warehouse}) as stock, (select id from inventory_stream where warehouse_id = ${warehouse}) as stream,
      (select id from inout_water where warehouse_id = ${warehouse}) as water`.execute(db);
  return rows[0] ?? { stock: 0, stream: 0, water: 0 };
}
