import { sql } from 'kysely';
import { adjustType, regrading, stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { verdict } from '#contract/kit/transition.ts';
import { raiseDiffering } from '#server/areas/settlement/raise-differing.ts';
import { serveOutWare } from '#server/areas/warehouse/out-ware/serve-out-ware.ts';
import { serveStockAdjustment } from '#server/areas/warehouse/stock-adjustment.ts';
import type { Actor } from '#server/identity/actor.ts';
import { callerOf } from '#server/import/make-call.ts';
import { personNamed } from '#server/import/staff.ts';
import { Registry } from '#server/kit/registry.ts';
import { stockPolicies } from '#server/stock-policies.ts';
import { createLog } from '../platform/log.ts';
import { Chance } from './chance.ts';
import { zoneCode } from './company.ts';
import type { SeedStep } from './context.ts';

/** Opening stock of every warehouse of the demo company, 120 days ago: with what it had cost: made by one head of the warehouse, approved by the other. */
export async function seedOpeningStock(step: SeedStep): Promise<void> {
  const office = await openOffice(step, new Chance(20_260_302));
  const { rows: goods } = await sql<Goods>`
    select k.id, k.spu_id, split_part(c.path, '/', 1)::bigint as root,
      case when p.supplier_id is distinct from (select id from supplier order by id offset ${uncosted - 1} limit 1) then greatest(k.tag_price * ${costShare} / 100, 100) end as cost
    from sku k join spu p on p.id = k.spu_id join category c on c.id = k.category_id order by k.id`.execute(step.tx);
  const { rows: warehouses } = await sql<Warehouse>`
    select w.id, w.warehouse_no, w.type, (select count(*)::int from warehouse_zone z where z.warehouse_id = w.id) as zones from warehouse w order by w.warehouse_no`.execute(
    step.tx,
  );
  const roots = [...new Set(goods.map((one) => one.root))].sort((one, other) => one - other);
  for (const warehouse of warehouses) {
    const lines = stockOf(warehouse, goods, office.chance).map(({ root, ...line }) => ({
      ...line,
      zone: zoneCode(roots.indexOf(root) % warehouse.zones),
    }));
    await office.take({
      type: adjustType.opening,
      warehouse: warehouse.id,
      reason: `${warehouse.warehouse_no} 期初库存`,
      lines,
      daysAgo: 120,
      until: 'posted',
      byHead: true,
    });
  }
}

/** About thirty adjustments over two months, in every state and of every type (domain.md §13.7). */
export async function seedAdjustments(step: SeedStep): Promise<void> {
  const office = await openOffice(step, new Chance(20_260_303));
  const { rows: shelves } = await sql<{
    warehouse_id: number;
    type: number;
  }>`select id as warehouse_id, type from warehouse where warehouse_no in ('W01', 'W02', 'W03', 'W04', 'W101', 'W107') order by warehouse_no`.execute(
    step.tx,
  );
  for (const [index, [type, until]] of plan.entries()) {
    const shelf = shelves.filter((one) => (one.type === 4) === (type === adjustType.restore))[
      index % (type === adjustType.restore ? 1 : shelves.length - 1)
    ];
    if (!shelf) throw new Error('demo warehouses are missing');
    const { rows: goods } = await sql<Shelf>`
      select sku_id, imperfect_type, qty_available from stock where warehouse_id = ${shelf.warehouse_id} and qty_available >= 4
        and ${type === adjustType.restore ? sql`imperfect_type = 1` : sql`imperfect_type = 0`} order by sku_id, imperfect_type`.execute(
      step.tx,
    );
    const lines = office.chance.some(goods, office.chance.between(1, 6)).map((one) => lineOf(type, one, office.chance));
    await office.take({
      type,
      warehouse: shelf.warehouse_id,
      reason: office.chance.one(reasons[type] ?? ['其他']),
      lines,
      daysAgo: 60 - 2 * index,
      until,
    });
  }
}

/** The supplier whose goods came along without what they had cost, as some always do. */
const uncosted = 8;
/** Hundredths of the tag, without tax: what goods are bought at lies about there (domain.md §13.6). */
const costShare = 14;

interface Goods {
  id: number;
  spu_id: number;
  root: number;
  /** Fen for a piece; null of what nobody knows. */
  cost: number | null;
}

interface Warehouse {
  id: number;
  warehouse_no: string;
  type: number;
  zones: number;
}

interface Shelf {
  sku_id: number;
  imperfect_type: number;
  qty_available: number;
}

type Until = 'draft' | 'waiting' | 'posted' | 'rejected' | 'cancelled';

const plan: readonly (readonly [type: number, until: Until])[] = [
  [1, 'posted'],
  [2, 'posted'],
  [3, 'posted'],
  [5, 'posted'],
  [6, 'posted'],
  [7, 'posted'],
  [4, 'posted'],
  [2, 'rejected'],
  [1, 'cancelled'],
  [2, 'posted'],
  [3, 'posted'],
  [6, 'posted'],
  [5, 'posted'],
  [1, 'posted'],
  [7, 'rejected'],
  [2, 'posted'],
  [3, 'cancelled'],
  [1, 'posted'],
  [5, 'posted'],
  [6, 'rejected'],
  [7, 'posted'],
  [4, 'waiting'],
  [2, 'cancelled'],
  [1, 'posted'],
  [2, 'waiting'],
  [3, 'waiting'],
  [6, 'waiting'],
  [1, 'draft'],
  [7, 'draft'],
  [8, 'draft'],
];

const reasons: Readonly<Record<number, readonly string[]>> = {
  1: ['理货时多出', '找到上月遗失货品'],
  2: ['水渍报损', '搬运破损', '鼠咬报损'],
  3: ['吊牌缺失', '门店退回有污渍', '拉链损坏'],
  4: ['修复后转回正品', '清洗后转回正品'],
  5: ['陈列道具领用', '员工工服领用', '拍摄样衣领用'],
  6: ['供应商补发', '活动剩余退回'],
  7: ['样衣外借', '捐赠'],
  8: ['新店期初补录'],
};

/** What stands in a warehouse on the first day. Rejects stand in the warehouse of rejects, by grade. */
function stockOf(
  { warehouse_no: no, type }: Warehouse,
  goods: readonly Goods[],
  chance: Chance,
): { sku_id: number; qty: number; imperfect_type: number; unit_cost: number | null; root: number }[] {
  const put = (one: Goods, qty: number, grade = 0) => ({
    sku_id: one.id,
    qty,
    imperfect_type: grade,
    unit_cost: one.cost,
    root: one.root,
  });
  if (type === 2) {
    // A shop has whole styles, a few of each piece.
    const styles = new Set(chance.some([...new Set(goods.map((one) => one.spu_id))], 24));
    return goods.filter((one) => styles.has(one.spu_id)).map((one) => put(one, chance.between(1, 12)));
  }
  if (type === 4) return chance.some(goods, 90).map((one) => put(one, chance.between(4, 12), chance.between(1, 4)));
  if (type === 5) return chance.some(goods, 70).map((one) => put(one, chance.between(1, 6)));
  const [share, least, most] = no === 'W01' ? [0.8, 20, 200] : no === 'W02' ? [0.5, 10, 120] : [0.35, 5, 60];
  return goods.filter(() => chance.often(share)).map((one) => put(one, chance.between(least, most)));
}

function lineOf(
  type: number,
  { sku_id, imperfect_type, qty_available: free }: Shelf,
  chance: Chance,
): Record<string, unknown> {
  const qty = Math.min(chance.between(1, 3), free);
  if (!regrading.includes(type)) return { sku_id, imperfect_type, qty };
  return { sku_id, imperfect_type, to_imperfect_type: type === adjustType.restore ? 0 : chance.between(1, 4), qty };
}

interface Paper {
  type: number;
  warehouse: number;
  reason: string;
  lines: readonly Record<string, unknown>[];
  daysAgo: number;
  until: Until;
  /** Made by a head of the warehouse and not by a storekeeper: costs are theirs to say. */
  byHead?: true;
}

interface Office {
  chance: Chance;
  /** Makes an adjustment and takes it so far, by the same calls as the screens, each by the person whose work it is. */
  take(paper: Paper): Promise<void>;
}

/** Opens it: whoever makes and judges adjustments in the demo company. */
export async function openOffice({ tx, now, numbers }: SeedStep, chance: Chance): Promise<Office> {
  const registry = new Registry();
  const kit = { registry, numbers, policies: stockPolicies(numbers, registry.events) };
  serveStockAdjustment(kit);
  serveOutWare(kit);
  raiseDiffering(registry);
  const make = callerOf(registry, createLog({ level: 'warn' }));
  const makers = [await demoPerson({ tx }, 'whs'), await demoPerson({ tx }, 'whs2')];
  const judge = await demoPerson({ tx }, 'whsMgr');
  const head = await demoPerson({ tx }, 'whsMgr2');
  return {
    chance,
    async take({ type, warehouse, reason, lines, daysAgo, until, byHead = false }) {
      const keeper = chance.one(makers);
      const maker = byHead ? head : keeper;
      const start = now.getTime() - daysAgo * 86_400_000;
      const at = (hours: number) => ({ now: new Date(start + hours * 3_600_000), opId: chance.uuid() });
      const { id } = await make(tx, callsOf(stockAdjustment).add, {
        actor: maker,
        ...at(-6),
        input: { warehouse_id: warehouse, adjust_type: type, reason, lines } as never,
      });
      const cancel = () =>
        make(tx, transitionCall(stockAdjustment, 'cancel'), {
          actor: maker,
          ...at(-4),
          input: { id, reason: '重复录入' },
        });
      if (until === 'draft') return;
      if (until === 'cancelled' && chance.often(0.5)) return void (await cancel());
      await make(tx, transitionCall(stockAdjustment, 'submit'), { actor: maker, ...at(-5), input: { id } });
      if (until === 'cancelled') return void (await cancel());
      if (until === 'waiting') return;
      const judgement =
        until === 'posted' ? { result: verdict.pass } : { result: verdict.reject, remark: '请补充照片' };
      await make(tx, transitionCall(stockAdjustment, 'audit'), {
        actor: judge,
        ...at(-2),
        input: { id, ...judgement },
      });
    },
  };
}

async function demoPerson({ tx }: Pick<SeedStep, 'tx'>, username: string): Promise<Actor> {
  const person = await personNamed(tx, username);
  if (!person) throw new Error(`the demo account ${username} is missing`);
  return person;
}
