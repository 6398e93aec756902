import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { attributeCalls, attributeKey } from '#contract/areas/goods/attribute.ts';
import { propertyCalls } from '#contract/areas/goods/category-property.ts';
import { describedStyle } from '#contract/areas/goods/described-style.ts';
import { besides } from '#contract/areas/goods/pictures.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { bulkCalls } from '#contract/kit/bulk.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { runsOf } from '#tests/boot/share.ts';
import { bulkAt, bulkHouse } from '#tests/factories/bulk.ts';
import { addBrand, addCategory, addSpu } from '#tests/factories/goods.ts';
import { anyone, officeOf } from '#tests/factories/office.ts';
import { person } from '#tests/factories/people.ts';

// Attributes of many styles by their words: what is refused, and that what was changed goes back.

const runs = Number(process.env.BULK_RUNS ?? runsOf(8));
const database = await testDatabase();
const { db } = database;
const house = await bulkHouse(database);
const office = officeOf(db);
const { look, order } = bulkCalls(describedStyle);
const keys = [
  'spu:view',
  'spu:modifySpu',
  'tools:view',
  'tools:propertyImport',
  'tools:batchEdit',
  'tools:batchCancel',
];

let clerk: Actor;
let category_id: number;

beforeAll(async () => {
  clerk = await person(db, { keys });
  category_id = await addCategory(office);
  const key = async (name: string, input_type: number): Promise<number> =>
    (await house.ask(anyone(), callsOf(attributeKey).add, { name, code: name, input_type } as never)).id;
  const fabric = await key('面料', 2);
  const fit = await key('版型', 1);
  const note = await key('里料', 3);
  const weight = await key('克重', 4);
  const foreign = await key('鞋跟', 1);
  const values = async (key_id: number, ...told: string[]) =>
    (
      await house.ask(anyone(), attributeCalls.addValues, { key_id, values: told.map((value) => ({ value })) })
    ).list.map(({ id }) => id);
  const [cotton, linen] = await values(fabric, '棉', '麻', '羊毛');
  await values(fit, '宽松', '修身');
  await values(foreign, '平跟');
  const item = (key_id: number, order: number, is_required = false) => ({ key_id, is_required, order });
  await house.ask(anyone(), propertyCalls.bind, {
    category_id,
    items: [item(fabric, 1, true), item(fit, 2), item(note, 3), item(weight, 4)],
  });
  const { rows } = await sql<{ id: number }>`select id from category_property where key_id = ${fabric}`.execute(db);
  await house.ask(anyone(), propertyCalls.bindOptions, {
    category_property_id: rows[0]?.id ?? 0,
    value_ids: [cotton ?? 0, linen ?? 0],
  });
  await house.work();
});

const said = async (id: number): Promise<string[]> =>
  (await sql<{ attributes: string[] }>`select attributes from described_style where id = ${id}`.execute(db)).rows[0]
    ?.attributes ?? [];
const looked = async (id: number, ...attributes: string[]) =>
  (
    await house.ask(clerk, look, {
      type: 5,
      targets: [{ id, texts: { attributes: attributes.join('\n') } }],
      fields: {},
    })
  ).rows[0];
const done = async (rows: { id: number; fields: { attributes: string[] } }[]) => {
  const { batch_id: id } = await house.ask(clerk, order, { type: 5, rows });
  await house.over(clerk, id);
  return { id, lines: await house.linesOf(clerk, id) };
};

describe('attributes of many styles are refused', () => {
  it.each<[string, string[], string]>([
    ['of another category', [besides, '鞋跟：平跟'], '“鞋跟”不是该分类的属性'],
    ['that there are not', [besides, '长度：短'], '“长度”不是该分类的属性'],
    ['with a value that there is not', [besides, '面料：丝'], '“面料”没有属性值“丝”'],
    ['with a value that the category has not', [besides, '面料：羊毛'], '“面料”不能选择“羊毛”'],
    ['with two values where one may be chosen', [besides, '面料：棉', '版型：宽松、修身'], '“版型”只能选择一个属性值'],
    ['without one that must be', [besides, '版型：宽松'], '请填写“面料”'],
    ['with a word for a number', [besides, '面料：棉', '克重：重'], '“克重”应为数字'],
    ['twice the same', [besides, '面料：棉', '面料：麻'], '“面料”写了两次'],
  ])('%s', async (_what, attributes, words) => {
    const id = await addSpu(office, { category_id });
    expect((await looked(id, ...attributes))?.refused?.words).toBe(words);
    const { lines } = await done([{ id, fields: { attributes } }]);
    expect(lines).toMatchObject([{ error: words }]);
    expect(await said(id)).toEqual([]);
  });

  it('outside the data scope and without the keys', async () => {
    const id = await addSpu(office, { category_id });
    const limited = await person(db, { keys, scope: [{ brand: [await addBrand(office)] }] });
    const asked = { type: 5, targets: [{ id }], fields: { attributes: ['面料：棉'] } };
    expect((await house.ask(limited, look, asked)).rows[0]).toMatchObject({ id: null, title: String(id), changes: [] });
    for (const key of ['spu:modifySpu', 'tools:propertyImport']) {
      const without = await person(db, { keys: keys.filter((one) => one !== key) });
      await expect(house.ask(without, look, asked)).rejects.toMatchObject({ kind: 'forbidden' });
    }
  });
});

it('what is not named stays, what is emptied goes, and the history is that of an edit', async () => {
  const id = await addSpu(office, { category_id });
  await done([{ id, fields: { attributes: ['面料：麻、棉', '版型：宽松', '里料：无，全棉'] } }]);
  expect(await said(id)).toEqual(['面料：棉、麻', '版型：宽松', '里料：无，全棉']);
  const row = await looked(id, besides, '版型：', '克重：220');
  expect(row).toMatchObject({
    refused: null,
    changes: [{ before: '面料：棉、麻；版型：宽松；里料：无，全棉', after: '面料：棉、麻；里料：无，全棉；克重：220' }],
  });
  await done([{ id, fields: { attributes: [besides, '版型：', '克重：220'] } }]);
  expect((await said(id)).join('；')).toBe(row?.changes[0]?.after);
  expect((await house.ask(anyone(), callsOf(spu).detail, { id })).audit.at(-1)).toMatchObject({
    action: 'edit',
    admin_id: clerk.id,
  });
});

const some = <T extends string>(name: string, ...words: T[]) =>
  fc.constantFrom(null, ...words).map((word) => (word === null ? [] : [`${name}：${word}`]));
const described = fc
  .tuple(
    fc.constantFrom('棉', '麻', '棉、麻').map((word) => [`面料：${word}`]),
    some('版型', '宽松', '修身'),
    some('里料', '无', '全棉'),
    some('克重', '180', '220.5'),
  )
  .map((parts) => parts.flat());

it(`${runs} batches, undone, leave every style as it was, but for those touched since`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ before: described, after: described, besides: fc.boolean(), touched: fc.boolean() }), {
        minLength: 1,
        maxLength: 4,
      }),
      async (plans) => {
        const ids: number[] = [];
        for (const _plan of plans) ids.push(await addSpu(office, { category_id }));
        const idAt = (place: number): number => ids[place] ?? 0;
        await done(plans.map(({ before }, place) => ({ id: idAt(place), fields: { attributes: before } })));
        const before = await Promise.all(ids.map(said));
        const wanted = plans.map((plan) => [...(plan.besides ? [besides] : []), ...plan.after]);
        const shown = await Promise.all(
          wanted.map(
            async (attributes, place) =>
              (await house.ask(clerk, look, { type: 5, targets: [{ id: idAt(place) }], fields: { attributes } }))
                .rows[0],
          ),
        );
        const { id } = await done(wanted.map((attributes, place) => ({ id: idAt(place), fields: { attributes } })));
        const after = await Promise.all(ids.map(said));
        for (const [place, row] of shown.entries()) {
          expect(row?.refused).toBeNull();
          expect(after[place]?.join('；')).toBe(row?.changes[0]?.after ?? before[place]?.join('；'));
        }
        const changed = after.map((one, place) => one.join() !== before[place]?.join());
        for (const [place, { touched }] of plans.entries()) {
          if (!touched) continue;
          const { version } = await house.ask(anyone(), callsOf(spu).detail, { id: idAt(place) });
          await house.ask(anyone(), callsOf(spu).edit, { id: idAt(place), version, origin_place: '杭州' });
        }
        if (!changed.some(Boolean)) return;
        await house.ask(clerk, bulkAt.undo, { id });
        const left = plans.filter(({ touched }, place) => touched && changed[place]).length;
        expect(await house.over(clerk, id)).toMatchObject({
          left_count: left,
          undone_count: changed.filter(Boolean).length - left,
        });
        for (const [place, { touched }] of plans.entries())
          expect(await said(idAt(place))).toEqual(touched ? after[place] : before[place]);
      },
    ),
    { numRuns: runs },
  );
  expect(await brokenInvariants(db)).toEqual([]);
});
