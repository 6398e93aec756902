import { sql } from 'kysely';
import { attributeKey, attributeKind, attributeValue } from '#contract/areas/goods/attribute.ts';
import { brand } from '#contract/areas/goods/brand.ts';
import { categoryProperty } from '#contract/areas/goods/category-property.ts';
import { add, type SeedStep } from './context.ts';

/** Attributes of the demo company beside colour, their values, and which of its categories have them (domain.md §13.5). */
export async function seedAttributes(step: SeedStep): Promise<void> {
  const { rows } = await sql<{ id: number; code: string }>`
    select id, code from category where parent_id is null`.execute(step.tx);
  const rootOf = new Map(rows.map(({ code, id }) => [code, id]));
  for (const [place, { name, code, input = single, required = false, values = [], roots }] of attributes.entries()) {
    const key_id = await add(step, attributeKey, {
      input: { name, code, input_type: input, is_required: required, is_search: input === single, order: place + 2 },
    });
    for (const [index, value] of values.entries())
      await add(step, attributeValue, { input: { key_id, value, order: index + 1 } });
    for (const root of roots) {
      const category_id = rootOf.get(root);
      await add(step, categoryProperty, { input: { category_id, key_id, is_required: required, order: place + 1 } });
    }
  }
  await add(step, attributeKey, {
    input: {
      name: '联名系列',
      code: 'series',
      kind: attributeKind.ofBrands,
      input_type: text,
      order: attributes.length + 2,
      brand_ids: [await brandOf(step, '素织')],
    },
  });
}

async function brandOf({ tx }: SeedStep, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(brand.name)} where name = ${name}`.execute(tx);
  if (!rows[0]) throw new Error(`the demo company has no brand ${name}`);
  return rows[0].id;
}

const [single, several, text] = [1, 2, 3];

interface SeedAttribute {
  readonly name: string;
  readonly code: string;
  readonly input?: number;
  readonly required?: boolean;
  readonly values?: readonly string[];
  /** Codes of the categories at the top that have it, and all below them. */
  readonly roots: readonly string[];
}

const clothes = ['C01', 'C02', 'C03', 'C04'];
const attributes: readonly SeedAttribute[] = [
  {
    name: '面料成分',
    code: 'fabric',
    input: several,
    required: true,
    values: ['棉', '聚酯纤维', '羊毛', '亚麻', '桑蚕丝', '粘纤', '氨纶', '锦纶', '牛皮', '羽绒'],
    roots: [...clothes, 'C05'],
  },
  { name: '版型', code: 'fit', values: ['修身', '直筒', '宽松'], roots: clothes },
  { name: '领型', code: 'collar', values: ['圆领', 'V领', '立领', '翻领', '连帽'], roots: ['C01', 'C02', 'C04'] },
  { name: '袖长', code: 'sleeve', values: ['无袖', '短袖', '七分袖', '长袖'], roots: clothes },
  { name: '厚薄', code: 'thickness', values: ['薄', '适中', '厚', '加绒'], roots: clothes },
  { name: '图案', code: 'pattern', values: ['纯色', '条纹', '格子', '印花', '刺绣'], roots: clothes },
  {
    name: '适用场景',
    code: 'occasion',
    input: several,
    values: ['通勤', '休闲', '运动', '居家', '户外'],
    roots: [...clothes, 'C05'],
  },
  { name: '安全类别', code: 'safety', required: true, values: ['A类', 'B类', 'C类'], roots: [...clothes, 'C05'] },
  { name: '执行标准', code: 'standard', input: text, roots: [...clothes, 'C05'] },
];
