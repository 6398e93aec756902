import { sql } from 'kysely';
import { checkCharacter } from '#contract/areas/partners/credit-code.ts';
import { purchaser } from '#contract/areas/partners/purchaser.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { purchaserHooks } from '#server/areas/partners/purchaser.ts';
import { supplierHooks } from '#server/areas/partners/supplier.ts';
import type { Tx } from '#server/database/transaction.ts';
import { changeStatus } from '#server/kit/status.ts';
import { add, contextOf, type SeedStep } from './context.ts';

/**
 * The purchasers and suppliers of the demo company (domain.md §13.1, §13.4), one of each out of use. People, categories, brands and areas
 * must be there.
 */
export async function seedSuppliers(step: SeedStep): Promise<void> {
  const { tx } = step;
  const brands = await idsByName(tx, sql`select name, id from brand`);
  const roots = await idsByName(tx, sql`select name, id from category where parent_id is null`);
  const departments = await idsByName(tx, sql`select code as name, id from organize`);
  const { rows: people } = await sql<{ username: string; nickname: string; id: number }>`
    select username, nickname, id from admin where username = any(${purchasers.map(({ account }) => account)})`.execute(
    tx,
  );
  const buyers = new Map<string, number>();
  for (const { account, department, mobile, categories } of purchasers) {
    const person = people.find((one) => one.username === account);
    const input = {
      admin_id: person?.id,
      name: person?.nickname,
      department_id: departments.get(department),
      mobile,
      category_ids: categories.map((name) => roots.get(name)),
      brand_ids: suppliers
        .filter((one) => one.buyer === account)
        .flatMap((one) => one.brands.map((name) => brands.get(name))),
    };
    buyers.set(account, await add(step, purchaser, { input, hooks: purchaserHooks }));
  }
  for (const [index, { buyer, brands: sold, area, ...given }] of suppliers.entries()) {
    const input = {
      ...usual,
      ...given,
      area_code: area,
      credit_code: creditCode(area, index),
      mobile: `138000020${String(index + 1).padStart(2, '0')}`,
      purchaser_id: buyers.get(buyer),
      brand_ids: sold.map((name) => brands.get(name)),
    };
    await add(step, supplier, { input, hooks: supplierHooks });
  }
  const former = await add(step, supplier, {
    input: { ...usual, ...formerSupplier, credit_code: creditCode(formerSupplier.area_code, suppliers.length) },
    hooks: supplierHooks,
  });
  const left = [buyers.get(formerBuyer) ?? 0];
  await changeStatus(contextOf(step), { definition: supplier, ids: [former], status: 0, hooks: {} });
  await changeStatus(contextOf(step), { definition: purchaser, ids: left, status: 0, hooks: purchaserHooks });
}

const purchasers = [
  { account: 'buyer', department: 'CG1', mobile: '13800001001', categories: ['女装', '内衣家居', '美妆个护'] },
  {
    account: 'buyMgr',
    department: 'CG2',
    mobile: '13800001002',
    categories: ['男装', '运动户外', '童装', '鞋靴', '箱包配饰', '食品零食'],
  },
  { account: 'buyMgr2', department: 'CG3', mobile: '13800001003', categories: [] },
] as const;

/** Has handed everything over. */
const formerBuyer = 'buyMgr2';

/** What most of them have in common: monthly settlement, general taxpayers at 13 %. */
const usual = {
  type: 1,
  level: 3,
  co_model: 1,
  taxpayer_type: '一般纳税人',
  invoice_type: 1,
  tax_rate_bp: 1300,
  settle_cycle: 3,
  settle_days: 30,
};

/** Nothing is bought from it any more. */
const formerSupplier = {
  name: '宁波旧港针织',
  short_name: '旧港',
  contact: '贺港',
  mobile: '13800002099',
  address: '浙江省宁波市鄞州区旧港路 1 号',
  area_code: '330212',
  type: 3,
  level: 4,
};

interface DemoSupplier {
  readonly name: string;
  readonly short_name: string;
  readonly contact: string;
  readonly address: string;
  readonly area: string;
  readonly buyer: (typeof purchasers)[number]['account'];
  readonly brands: readonly string[];
  readonly type?: number;
  readonly level?: number;
  readonly co_model?: number;
  readonly settle_cycle?: number;
  readonly settle_days?: number;
  readonly take_rate_bp?: number;
  readonly deposit_amount?: number;
}

const suppliers: readonly DemoSupplier[] = [
  {
    name: '浙江禾木森服饰',
    short_name: '禾木森',
    contact: '林森',
    address: '浙江省杭州市临平区禾木路 8 号',
    area: '330113',
    buyer: 'buyer',
    brands: ['禾木森', '青岚'],
    level: 1,
    settle_days: 45,
  },
  {
    name: '上海凌羽贸易',
    short_name: '凌羽',
    contact: '赵凌',
    address: '上海市松江区凌羽路 21 号',
    area: '310117',
    buyer: 'buyer',
    brands: ['凌羽'],
    type: 2,
    level: 2,
    co_model: 2,
    settle_days: 60,
  },
  {
    name: '泉州北辰体育',
    short_name: '北辰',
    contact: '吴北辰',
    address: '福建省泉州市丰泽区北辰路 66 号',
    area: '350503',
    buyer: 'buyMgr',
    brands: ['北辰运动', '远行者'],
    level: 1,
    settle_days: 45,
  },
  {
    name: '广州素织制衣',
    short_name: '素织',
    contact: '梁素',
    address: '广东省广州市海珠区织造路 12 号',
    area: '440105',
    buyer: 'buyer',
    brands: ['素织', '蓝缎'],
    type: 3,
    level: 2,
  },
  {
    name: '杭州廿一纪品牌管理',
    short_name: '廿一纪',
    contact: '蒋一鸣',
    address: '浙江省杭州市西湖区廿一路 21 号',
    area: '330106',
    buyer: 'buyMgr',
    brands: ['廿一纪'],
    co_model: 3,
    take_rate_bp: 3000,
    deposit_amount: 5_000_000,
  },
  {
    name: '东莞卡罗维尾货',
    short_name: '卡罗维',
    contact: '罗伟',
    address: '广东省东莞市虎门镇卡罗路 5 号',
    area: '441900',
    buyer: 'buyer',
    brands: ['卡罗维'],
    type: 4,
    level: 4,
    settle_cycle: 4,
    settle_days: 0,
  },
  {
    name: '织里木鹿童装',
    short_name: '木鹿',
    contact: '陆小木',
    address: '浙江省湖州市吴兴区织里镇木鹿路 3 号',
    area: '330502',
    buyer: 'buyMgr',
    brands: ['木鹿童'],
    level: 2,
    co_model: 2,
    settle_days: 45,
  },
  {
    name: '晋江步禾鞋业',
    short_name: '步禾',
    contact: '蔡步青',
    address: '福建省晋江市陈埭镇步禾路 9 号',
    area: '350582',
    buyer: 'buyMgr',
    brands: ['步禾'],
  },
  {
    name: '上海悦肌化妆品',
    short_name: '悦肌',
    contact: '孙悦',
    address: '上海市奉贤区悦肌路 17 号',
    area: '310120',
    buyer: 'buyer',
    brands: ['悦肌'],
    co_model: 2,
    settle_days: 60,
  },
  {
    name: '合肥果知味食品',
    short_name: '果知味',
    contact: '程果',
    address: '安徽省合肥市肥东县果园路 31 号',
    area: '340122',
    buyer: 'buyMgr',
    brands: ['果知味'],
  },
];

/** A credit code that checks: a company (91) of this district, numbered by its place in the list. */
function creditCode(area: string, index: number): string {
  const first = `91${area}MA2YLH${String(index + 1).padStart(3, '0')}`;
  return `${first}${checkCharacter(first)}`;
}

async function idsByName(tx: Tx, query: ReturnType<typeof sql>): Promise<Map<string, number>> {
  const { rows } = await query.execute(tx);
  return new Map((rows as { name: string; id: number }[]).map((row) => [row.name, row.id]));
}
