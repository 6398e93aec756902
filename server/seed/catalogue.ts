import { attributeKey, attributeValue, colorKeyCode } from '#contract/areas/goods/attribute.ts';
import { brand } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { sizeType } from '#contract/areas/goods/size.ts';
import { unit } from '#contract/areas/goods/unit.ts';
import { categoryHooks } from '#server/areas/goods/category.ts';
import { add, type SeedStep } from './context.ts';

/** Categories, brands, units, colours and sizes of the demo company (domain.md §13.3–13.5). */
export async function seedCatalogue(step: SeedStep): Promise<void> {
  await addBranch(step, { parent: null, code: 'C', nodes: categories });
  for (const [index, [name, english, initial, intro]] of brands.entries()) {
    await add(step, brand, {
      input: { name, english_name: english, initial, country: '中国', intro, order: index + 1 },
    });
  }
  for (const [name, code] of units) await add(step, unit, { input: { name, code } });
  const colorKey = await add(step, attributeKey, {
    input: { name: '颜色', code: colorKeyCode, kind: 2, is_required: true },
  });
  for (const [index, [value, code]] of colors.entries())
    await add(step, attributeValue, { input: { key_id: colorKey, value, code, order: index + 1 } });
  for (const [code, name, sizes] of sizeRuns) {
    const lines = sizes.map((one, index) => ({ name: one, code: one, order: index + 1 }));
    await add(step, sizeType, { input: { name, code, parts: partsOf[code] ?? [], lines } });
  }
}

/** What is measured of the goods of a run. */
const partsOf: Readonly<Record<string, readonly string[]>> = {
  LETTER: ['肩宽', '胸围', '衣长', '袖长'],
  KIDS: ['肩宽', '胸围', '衣长', '袖长'],
  WPANTS: ['腰围', '臀围', '裤长', '脚口'],
  MPANTS: ['腰围', '臀围', '裤长', '脚口'],
};

/** Size runs by code: name and sizes in the order people hang them. */
export const sizeRuns: readonly (readonly [code: string, name: string, sizes: readonly string[]])[] = [
  ['LETTER', '字母码', ['XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL']],
  ['WPANTS', '女裤', range(25, 31)],
  ['MPANTS', '男裤', range(28, 38)],
  ['WSHOES', '女鞋(欧码)', range(35, 40)],
  ['MSHOES', '男鞋(欧码)', range(39, 45)],
  ['KIDS', '童装', ['90', '100', '110', '120', '130', '140', '150', '160']],
  ['KSHOES', '童鞋', range(26, 37)],
  ['BRA', '文胸', ['70A', '70B', '75A', '75B', '75C', '80A', '80B', '80C', '85B', '85C']],
  ['FREE', '均码', ['F']],
];

/** Colours by name and code; the last is for goods that have none. */
export const colors: readonly (readonly [value: string, code: string])[] = [
  ['黑', '000000'],
  ['白', 'FFFFFF'],
  ['米白', 'F5F0E1'],
  ['灰', '8C8C8C'],
  ['藏青', '1B2A49'],
  ['卡其', 'C3B091'],
  ['驼色', 'C19A6B'],
  ['酒红', '722F37'],
  ['粉', 'F4B6C2'],
  ['雾霾蓝', '8EA9BB'],
  ['军绿', '4B5320'],
  ['牛仔蓝', '4A6FA5'],
  ['不分颜色', 'NA'],
];

const units = [
  ['件', 'PCS'],
  ['条', 'TIAO'],
  ['双', 'PAIR'],
  ['个', 'GE'],
  ['盒', 'BOX'],
  ['袋', 'BAG'],
] as const;

const brands: readonly (readonly [name: string, english: string, initial: string, intro: string])[] = [
  ['禾木森', 'HEMUSEN', 'H', '自然色系的通勤女装'],
  ['凌羽', 'LINGYU', 'L', '羽绒与外套'],
  ['北辰运动', 'BEICHEN', 'B', '运动与户外'],
  ['素织', 'SUZHI', 'S', '基础款针织与 T 恤'],
  ['廿一纪', '21JI', 'N', '年轻街头男装'],
  ['卡罗维', 'CALOVE', 'K', '欧版尾货'],
  ['木鹿童', 'MULU KIDS', 'M', '童装'],
  ['远行者', 'FARGO', 'Y', '户外与箱包'],
  ['青岚', 'QINGLAN', 'Q', '棉麻女装'],
  ['蓝缎', 'LANDUAN', 'L', '牛仔'],
  ['步禾', 'BUHE', 'B', '鞋'],
  ['悦肌', 'YUEJI', 'Y', '美妆个护'],
  ['果知味', 'GUOZHIWEI', 'G', '休闲食品'],
];

type Node = string | readonly [name: string, children: readonly Node[]];

const categories: readonly Node[] = [
  [
    '女装',
    [['上装', ['T恤', '衬衫', '卫衣', '针织衫', '羽绒服', '风衣']], ['下装', ['牛仔裤', '休闲裤', '半身裙']], '连衣裙'],
  ],
  [
    '男装',
    [
      ['上装', ['T恤', '衬衫', 'POLO', '夹克', '羽绒服']],
      ['下装', ['牛仔裤', '休闲裤', '短裤']],
    ],
  ],
  ['运动户外', ['运动上衣', '运动裤', '冲锋衣']],
  ['童装', ['男童', '女童', '婴幼']],
  ['鞋靴', ['女鞋', '男鞋', '运动鞋', '童鞋']],
  ['箱包配饰', ['女包', '双肩包', '帽子', '围巾', '皮带']],
  ['内衣家居', ['文胸', '内裤', '袜子', '家居服']],
  ['美妆个护', ['面膜', '洗护']],
  ['食品零食', ['坚果', '饼干']],
  ['物料', ['购物袋', '赠品']],
];

async function addBranch(
  step: SeedStep,
  { parent, code, nodes }: { parent: number | null; code: string; nodes: readonly Node[] },
): Promise<void> {
  for (const [index, node] of nodes.entries()) {
    const [name, children] = typeof node === 'string' ? ([node, []] as const) : node;
    const own = `${code}${String(index + 1).padStart(2, '0')}`;
    const input = {
      parent_id: parent,
      name,
      code: name === '购物袋' ? 'PKG' : own,
      order: index + 1,
      tax_rate_bp: parent === null ? 1300 : null,
    };
    await addBranch(step, {
      parent: await add(step, category, { input, hooks: categoryHooks }),
      code: own,
      nodes: children,
    });
  }
}

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}
