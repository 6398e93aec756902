import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { attributeCalls, attributeValue } from '#contract/areas/goods/attribute.ts';
import { picturedStyle } from '#contract/areas/goods/pictures.ts';
import { sizeType } from '#contract/areas/goods/size.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { atOnce } from '#tests/factories/at-once.ts';
import { addColor, addSize, addSizeType, addSku, addSpu } from '#tests/factories/goods.ts';
import { type Office, officeOf } from '#tests/factories/office.ts';

// Pieces bear the words of their style, colour and size: whoever renames or merges one of these leaves no piece under its old name.

const { db } = await testDatabase();
const values = callsOf(attributeValue);
const runs = callsOf(sizeType);
const skus = callsOf(sku);
const styles = callsOf(spu);
const pictured = callsOf(picturedStyle);
let office: Office;

beforeAll(() => {
  office = officeOf(db);
});

const nameOf = async (id: number) => (await office.call(skus.detail, { id })).name;
const rename = async (id: number, value: string) => {
  const { version, key_id } = await office.call(values.detail, { id });
  await office.call(values.edit, { id, version, key_id, value } as never);
};
const picture = async (id: string): Promise<string> => {
  await sql`
    insert into picture (id, sha256, width, height, admin_id, created_at) values (${id}, ${id.repeat(2)}, 10, 10, (select min(id) from admin), now())`.execute(
    db,
  );
  return id;
};

describe('pieces', () => {
  it('follow a colour that is renamed', async () => {
    const color = await addColor(db, '旧蓝');
    const id = await addSku(office, db, { spu_id: await addSpu(office, { name: '衬衫' }), color_value_id: color });
    await rename(color, '海蓝');
    expect(await nameOf(id)).toBe('衬衫 海蓝 M');
  });

  it('follow a size that is renamed', async () => {
    const run = await addSizeType(db);
    const id = await addSku(office, db, {
      spu_id: await addSpu(office, { name: '衬衫', size_type_id: run }),
      color_value_id: await addColor(db, '月白'),
      size_id: await addSize(db, { typeId: run }),
    });
    const { version, lines } = (await office.call(runs.detail, { id: run })) as unknown as {
      version: number;
      lines: { id: number; code: string; order: number }[];
    };
    await office.call(runs.edit, {
      id: run,
      version,
      line_changes: { put: lines.map((line) => ({ ...line, name: '中码' })), remove: [] },
    } as never);
    expect(await nameOf(id)).toBe('衬衫 月白 中码');
  });

  it('that are added while their colour is renamed bear its new name', async () => {
    const color = await addColor(db, '未定');
    const [spu_id, size_id] = [await addSpu(office, { name: '外套' }), await addSize(db)];
    await atOnce<unknown>(db, sql`lock table audit_log in share mode`, [
      async () => await office.call(skus.add, { spu_id, color_value_id: color, size_id, tag_price: 1 }),
      async () => await rename(color, '定色'),
    ]);
    const { rows } = await sql`select name from sku where spu_id = ${spu_id}`.execute(db);
    expect(rows).toEqual([{ name: '外套 定色 M' }]);
  });

  it('of colours that become one are of that one, with their pictures, each once and in their order', async () => {
    const [red, crimson] = [await addColor(db, '红一'), await addColor(db, '大红一')];
    const run = await addSizeType(db);
    const style = await addSpu(office, { name: '帽子', size_type_id: run });
    const id = await addSku(office, db, {
      spu_id: style,
      color_value_id: crimson,
      size_id: await addSize(db, { typeId: run }),
    });
    await addSku(office, db, {
      spu_id: style,
      color_value_id: red,
      size_id: await addSize(db, { typeId: run, name: 'L' }),
    });
    const [one, two] = [await picture('1'.repeat(32)), await picture('2'.repeat(32))];
    const before = [`${one}/${crimson}/a.jpg`, `${two}/0/b.jpg`, `${one}/${red}/a.jpg`, `${two}/${crimson}/c.jpg`];
    await office.call(pictured.edit, { id: style, version: 1, pictures: before } as never);
    expect(await office.call(attributeCalls.mergeValues, { keep_id: red, ids: [crimson] })).toEqual({
      count: 1,
      moved: 2,
    });
    expect(await nameOf(id)).toBe('帽子 红一 M');
    const after = await office.call(pictured.detail, { id: style });
    expect(after).toMatchObject({
      version: 3,
      pictures: [`${one}/${red}/a.jpg`, `${two}/0/b.jpg`, `${two}/${red}/c.jpg`],
    });
  });
});

describe('a value that goes', () => {
  it('while a style is about to say it is said by nobody', async () => {
    const { rows } = await sql<{ id: number }>`
      with k as (insert into attribute_key (name, code, input_type) values ('领型', 'collar-x', 1) returning id)
      insert into attribute_value (key_id, value) select k.id, e.v from k, (values ('圆领'), ('圆 领')) as e (v) returning id`.execute(
      db,
    );
    const [keep = 0, gone = 0] = rows.map((row) => row.id);
    const style = await addSpu(office);
    const { version, category_id } = await office.call(styles.detail, { id: style });
    await sql`
      insert into category_property (category_id, key_id, is_required, "order") select ${category_id}, key_id, false, 1 from attribute_value where id = ${keep}`.execute(
      db,
    );
    const key_id = (await office.call(values.detail, { id: keep })).key_id;
    const said = { id: style, version, line_changes: { put: [{ key_id, value_ids: [gone] }], remove: [] } } as never;
    // Whichever comes second is refused or finds the other.
    await atOnce<unknown>(db, sql`lock table audit_log in share mode`, [
      async () => await office.call(styles.edit, said).catch(() => undefined),
      async () => await office.call(attributeCalls.mergeValues, { keep_id: keep, ids: [gone] }).catch(() => undefined),
    ]);
    const { rows: dangling } = await sql`
      select t.id from spu_attribute a cross join unnest(a.value_ids) as t (id) left join attribute_value v on v.id = t.id where v.id is null`.execute(
      db,
    );
    expect(dangling).toEqual([]);
  });
});
