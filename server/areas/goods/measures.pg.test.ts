import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { measureCalls, measuredStyle, sizedStyle } from '#contract/areas/goods/measures.ts';
import { sizeType } from '#contract/areas/goods/size.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { next } from '#tests/factories/goods.ts';
import { pieces } from '#tests/factories/shelf.ts';

// Runs of sizes and the measures of styles: what pieces have stays, and a table is stored whole or not at all.

const { db } = await testDatabase();
const house = openHouse(db);
const types = callsOf(sizeType);
const keys = ['size:view', 'size:typeAdd', 'size:typeEdit', 'size:save'];
let me: Actor;
beforeAll(async () => {
  me = await house.person('商品专员', keys);
});

/** A style in a run of its own with two sizes and two parts. */
async function measured(): Promise<{ spu: number; run: number; sizes: { id: number }[] }> {
  const made = next();
  const { id: run } = await house.ask(me, types.add, {
    name: `尺码组${made}`,
    code: `R${made}`,
    parts: ['胸围', '衣长'],
    lines: [
      { name: 'S', code: 'S', order: 1 },
      { name: 'M', code: 'M', order: 2 },
    ],
  } as never);
  const { lines } = (await house.ask(me, types.detail, { id: run })) as unknown as { lines: { id: number }[] };
  const [piece] = await pieces(db);
  const { rows } = await sql<{ id: number }>`
    update spu set size_type_id = ${run} where id = (select spu_id from sku where id = ${piece?.id ?? 0}) returning id`.execute(
    db,
  );
  await sql`update sku set size_id = ${lines[0]?.id ?? 0} where spu_id = ${rows[0]?.id ?? 0}`.execute(db);
  return { spu: rows[0]?.id ?? 0, run, sizes: lines };
}
const kept = async (spu: number) =>
  (
    await sql`select size_id, part, value_mm from product_size where spu_id = ${spu} order by size_id, part desc`.execute(
      db,
    )
  ).rows;

describe('a run of sizes', () => {
  it('keeps the size that pieces have, and no two of one code', async () => {
    const { run, sizes } = await measured();
    const edit = (change: object) => house.ask(me, types.edit, { id: run, version: 1, ...change } as never);
    await expect(edit({ line_changes: { put: [], remove: [sizes[0]?.id ?? 0] } })).rejects.toThrow('已被其他数据引用');
    await expect(
      edit({ line_changes: { put: [{ name: '中', code: 'M', order: 3 }], remove: [] } }),
    ).rejects.toMatchObject({ kind: 'duplicate' });
    await edit({ line_changes: { put: [{ name: 'L', code: 'L', order: 3 }], remove: [sizes[1]?.id ?? 0] } });
    const { rows } = await sql`select code from size where size_type_id = ${run} order by "order"`.execute(db);
    expect(rows).toEqual([{ code: 'S' }, { code: 'L' }]);
  });
});

describe('a table of measures', () => {
  it('is refused with a size or part of another run, one twice, or no length; nothing of it is stored', async () => {
    const { spu, sizes } = await measured();
    const other = await measured();
    const [s = { id: 0 }] = sizes;
    const right = { size_id: s.id, part: '胸围', value_mm: 960 };
    const save = (...rows: (typeof right)[]) => house.ask(me, measureCalls.save, { spu_id: spu, rows });
    await expect(save(right, { ...right, size_id: other.sizes[0]?.id ?? 0 })).rejects.toMatchObject({
      field: 'rows.1.size_id',
    });
    await expect(save(right, { ...right, part: '腰围' })).rejects.toMatchObject({ field: 'rows.1.part' });
    await expect(save(right, right)).rejects.toMatchObject({ field: 'rows.1.part' });
    await expect(save({ ...right, value_mm: 0 })).rejects.toMatchObject({ field: 'rows.0.value_mm' });
    expect(await kept(spu)).toEqual([]);
  });

  it('is stored whole: what is not named is known no more, and the history says what changed', async () => {
    const { spu, sizes } = await measured();
    const [s = { id: 0 }, m = { id: 0 }] = sizes;
    const first = [
      { size_id: s.id, part: '胸围', value_mm: 960 },
      { size_id: m.id, part: '衣长', value_mm: 700 },
    ];
    await house.ask(me, measureCalls.save, { spu_id: spu, rows: first });
    await house.ask(me, measureCalls.save, { spu_id: spu, rows: [{ size_id: s.id, part: '胸围', value_mm: 970 }] });
    expect(await kept(spu)).toEqual([{ size_id: s.id, part: '胸围', value_mm: 970 }]);
    const { rows } = await sql`
      select changes from audit_log where doc_type = 'spu' and doc_id = ${spu} and action = 'measure' order by id desc limit 1`.execute(
      db,
    );
    expect(rows).toEqual([
      { changes: { 'S 胸围': { before: 960, after: 970 }, 'M 衣长': { before: 700, after: null } } },
    ]);
    const { list } = await house.ask(me, callsOf(measuredStyle).list, { ids: [spu] });
    expect(list).toMatchObject([{ has_table: true, measure_count: 1 }]);
  });

  it('of several, those that are wrong are left out with the reason; of a brand outside the data scope as if there were none', async () => {
    const [one, two, far] = [await measured(), await measured(), await measured()];
    const { rows } = await sql<{ brand_id: number }>`
      select brand_id from spu where id = any(${[one.spu, two.spu]})`.execute(db);
    const limited = await house.person('外聘', keys, [{ brand: rows.map(({ brand_id }) => brand_id) }]);
    const table = ({ spu, sizes }: typeof one, part = '胸围') => ({
      spu_id: spu,
      rows: [{ size_id: sizes[0]?.id ?? 0, part, value_mm: 900 }],
    });
    const answer = await house.ask(limited, measureCalls.saveSeveral, {
      items: [table(one), table(two, '腰围'), table(far)],
    });
    expect(answer).toEqual({
      ok_count: 1,
      errors: [
        { spu_id: two.spu, error: '尺码组没有测量部位“腰围”' },
        { spu_id: far.spu, error: '数据不存在或已被删除' },
      ],
    });
    expect([await kept(one.spu), await kept(two.spu), await kept(far.spu)].map((all) => all.length)).toEqual([1, 0, 0]);
  });
});

it('styles are found by the size of their pieces', async () => {
  const { spu, run, sizes } = await measured();
  const { list } = await house.ask(me, callsOf(sizedStyle).list, { size_type_id: [run] } as never);
  expect(list).toMatchObject([{ spu_id: spu, size_id: sizes[0]?.id }]);
});
