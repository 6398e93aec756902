import type { Kysely } from 'kysely';
import { attributeKey, attributeValue, colorKeyCode } from '#contract/areas/goods/attribute.ts';
import { brand } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { sizeType } from '#contract/areas/goods/size.ts';
import { unit } from '#contract/areas/goods/unit.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { categoryHooks } from '#server/areas/goods/category.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { addRecord, type Values } from '#server/kit/save-record.ts';
import { createLog } from '#server/platform/log.ts';
import { anyone } from './office.ts';

/** What goods of a small company stand under: two brands, a tree, a unit, two colours, letters and two runs of numbers. */
export async function addGoodsMasters(db: Kysely<unknown>): Promise<void> {
  const numbers = new Numbers(db);
  const log = createLog({ level: 'silent' });
  const origin = { requestId: 'test', ip: 'test', device: undefined, userAgent: '' };
  await inTransaction(db, async (tx) => {
    const context = { db: tx, actor: anyone(), now: new Date(), opId: crypto.randomUUID(), origin, log };
    const add = async (definition: AnyDefinition, input: Values) =>
      (await addRecord(context, { definition, input, hooks: definition === category ? categoryHooks : {}, numbers }))
        .id;
    await add(brand, { name: '禾木森', english_name: 'HEMUSEN', initial: 'H' });
    await add(brand, { name: '凌羽', english_name: 'LINGYU', initial: 'L' });
    for (const name of ['女装', '男装']) {
      const root = await add(category, { name, code: name });
      const tops = await add(category, { name: '上装', code: `${name}上`, parent_id: root });
      await add(category, { name: 'T恤', code: `${name}T`, parent_id: tops });
      if (name === '女装') await add(category, { name: '连衣裙', code: 'DRESS', parent_id: root });
    }
    await add(unit, { name: '件', code: 'PCS' });
    const key_id = await add(attributeKey, { name: '颜色', code: colorKeyCode, kind: 2, is_required: true });
    for (const value of ['黑', '白']) await add(attributeValue, { key_id, value });
    const runs: [string, string[]][] = [
      ['字母码', ['S', 'M', 'L']],
      ['女裤', ['28', '29']],
      ['男裤', ['29', '30']],
    ];
    for (const [name, names] of runs) {
      await add(sizeType, { name, code: name, lines: names.map((one, order) => ({ name: one, code: one, order })) });
    }
  });
}
