import { type Kysely, sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callsOf } from '#contract/kit/calls.ts';
import { tablesOf } from '#server/database/tables.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { everywhere, inShops, lasting, limited, priceSheet } from '#tests/factories/price-sheet.ts';
import { storageOf } from './kinds/index.ts';

// What a definition says of its fields as functions of the record holds for whoever asks: the browser is not believed.

type Values = Record<string, unknown>;

const { add, edit, detail } = callsOf(priceSheet);
let db: Kysely<unknown>;
let house: House;
let buyer: Actor;
let clerk: Actor;

beforeAll(async () => {
  ({ db } = await testDatabase());
  for (const statement of tablesOf(priceSheet, (name, field) => storageOf(field).column(name, field)))
    await sql.raw(statement).execute(db);
  house = openHouse(db, undefined, [priceSheet]);
  const keys = ['priceSheetProbe:view', 'priceSheetProbe:edit'];
  buyer = await house.person('采购', [...keys, 'stock:costView']);
  clerk = await house.person('文员', keys);
});

const line = { style: 'S1', tag_price: 10_000, cost: 3_000, new_price: 8_000 };
let id: number;

beforeEach(async () => {
  const input = {
    price_type: limited,
    expire_at: '2026-12-01',
    scope_type: inShops,
    shop_code: 'M1',
    lines: [
      { ...line, until: '2026-11-30' },
      { ...line, style: 'S2', new_price: 5_000 },
    ],
  };
  ({ id } = await house.ask(buyer, add, input as never));
});

const read = async (actor = buyer) =>
  (await house.ask(actor, detail, { id })) as unknown as Values & { lines: Values[] };
const change = async (input: Values, actor = buyer) => {
  const { version } = await read();
  return await house.ask(actor, edit, { id, version, ...input } as never);
};

describe('an edit', () => {
  it.each([
    ['empties what the record as a whole asks for', { expire_at: null }, 'expire_at'],
    ['makes the record ask for what it does not have', { shop_code: null }, 'shop_code'],
    ['fills a field that the record does not have', { scope_type: everywhere, shop_code: 'M2' }, 'shop_code'],
    ['sends what is worked out', { note: '随便' }, 'note'],
  ])('is refused where it %s, and changes nothing', async (_what, input, field) => {
    const before = await read();
    await expect(change(input)).rejects.toMatchObject({ kind: 'invalid', field });
    expect(await read()).toEqual(before);
  });

  it.each([
    ['a line asks for something', { new_price: 1 }, 'lines.0.reason'],
    ['a line has no such field', { until: '2026-11-29', price_type: lasting }, 'lines.0.until'],
  ])('is refused where %s', async (_what, { price_type = limited, ...changed }: Values, field) => {
    const [first] = (await read()).lines;
    const put = [{ id: first?.id, ...line, ...changed }];
    await expect(change({ price_type, line_changes: { put, remove: [] } })).rejects.toMatchObject({ field });
  });

  it('takes away what the record has no more, on lines that were not sent too, and says so in the history', async () => {
    await change({ price_type: lasting, expire_at: null, scope_type: everywhere });
    const after = await read();
    expect(after).toMatchObject({ shop_code: null, note: '长期', lines: [{ until: null }, { until: null }] });
    const { changes } = (after.audit as { changes: Values }[]).at(-1) ?? {};
    expect(changes).toMatchObject({ shop_code: { before: 'M1', after: null }, note: { after: '长期' } });
    expect(JSON.stringify(changes?.lines)).toContain('2026-11-30');
  });
});

describe('what is worked out', () => {
  it('stands in the record from the first save on', async () => {
    expect(await read()).toMatchObject({
      note: '至 2026-12-01',
      lines: [
        { discount_bp: 8_000, margin: 5_000 },
        { discount_bp: 5_000, margin: 2_000 },
      ],
    });
  });

  it('follows an edit of its line, and stays what it is on the others', async () => {
    const [, second] = (await read()).lines;
    const put = [{ ...line, id: second?.id, style: 'S2', new_price: 9_000 }];
    await change({ line_changes: { put, remove: [] } });
    expect((await read()).lines).toMatchObject([{ discount_bp: 8_000 }, { discount_bp: 9_000, margin: 6_000 }]);
  });

  it('follows from what is stored where its author does not see it, who sees nothing of it either', async () => {
    const [first] = (await read(clerk)).lines;
    expect(first).not.toHaveProperty('margin');
    const { cost: _cost, ...seen } = line;
    await change({ line_changes: { put: [{ ...seen, id: first?.id, new_price: 7_000 }], remove: [] } }, clerk);
    expect((await read()).lines[0]).toMatchObject({ cost: 3_000, discount_bp: 7_000, margin: 4_000 });
  });

  it('is put right by the next save where something else stood there', async () => {
    await sql`update price_sheet_probe_line set discount_bp = 1 where price_sheet_probe_id = ${id}`.execute(db);
    await sql`update price_sheet_probe set note = '旧' where id = ${id}`.execute(db);
    await change({ remark: '核对' });
    expect(await read()).toMatchObject({
      note: '至 2026-12-01',
      lines: [{ discount_bp: 8_000 }, { discount_bp: 5_000 }],
    });
  });
});
