import { sql } from 'kysely';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { codeSource } from '#contract/areas/codes/code-enums.ts';
import { codeOrder } from '#contract/areas/codes/code-order.ts';
import { encodeEpc } from '#contract/areas/codes/epc.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { serveCodes } from '#server/areas/codes/serve-codes.ts';
import { raiseDiffering } from '#server/areas/settlement/raise-differing.ts';
import { serveOutWare } from '#server/areas/warehouse/out-ware/serve-out-ware.ts';
import { serveStockAdjustment } from '#server/areas/warehouse/stock-adjustment.ts';
import { Chance } from './chance.ts';
import { type Clerks, openClerks } from './clerks.ts';
import { seedCodeFiles } from './code-files.ts';
import { seedCodeLives } from './code-lives.ts';
import type { SeedStep } from './context.ts';

/** What the parts of the codes' demo data share. */
export interface CodeDesk {
  readonly step: SeedStep;
  readonly chance: Chance;
  readonly clerks: Clerks;
  /** Makes an order of codes and, unless it waits, issues it; answers its id. */
  order(input: object, until?: 'waiting' | 'issued'): Promise<number>;
  /** Gives tags to codes of an order that have none, the first of them. */
  bind(order: number, most?: number): Promise<void>;
}

interface Line {
  readonly sku_id: number;
  readonly qty: number;
  readonly imperfect_type?: number;
}

/** About 15,000 codes on twenty orders, and what became of them (domain.md §13.7). Half of the free pieces at most get one. */
export async function seedCodes(step: SeedStep): Promise<void> {
  const desk = openDesk(step);
  for (const [place, [warehouse, grade, codes]] of stockOrders.entries()) {
    desk.clerks.begin(44 - place);
    const { id, lines } = await stockLines(desk, { warehouse, grade: grade === 'good', codes });
    const order = await desk.order({ source_type: codeSource.stock, warehouse_id: id, lines });
    await desk.bind(order, place === 0 ? codes - 40 : undefined);
    if (place % 2 === 1) await desk.clerks.ask('whsMgr', transitionCall(codeOrder, 'finish'), { id: order, unused: 0 });
  }
  await seedCodeLives(desk, await newGoods(desk));
  await seedCodeFiles(desk, await newGoods(desk));
}

/** Codes for stock that is there: how many, in which warehouse. */
const stockOrders: readonly (readonly [warehouse: string, grade: 'good' | 'imperfect', codes: number])[] = [
  ...Array.from({ length: 9 }, () => ['W01', 'good', 1250] as const),
  ['W02', 'good', 1400],
  ['W02', 'good', 1400],
  ['W04', 'imperfect', 60],
];

function openDesk(step: SeedStep): CodeDesk {
  const chance = new Chance(20_260_308);
  const clerks = openClerks(step, {
    chance,
    serve: [serveCodes, serveStockAdjustment, serveOutWare, ({ registry }) => raiseDiffering(registry)],
  });
  let serial = 0;
  return {
    step,
    chance,
    clerks,
    async order(input, until = 'issued') {
      const { id } = await clerks.ask('whs', callsOf(codeOrder).add, input);
      if (until === 'issued') await clerks.ask('whsMgr', transitionCall(codeOrder, 'issue'), { id });
      return id;
    },
    async bind(order, most = 5000) {
      const { rows } = await sql<{ unique_code: string; barcode: string }>`
        select c.unique_code, k.main_barcode as barcode from piece_code c join sku k on k.id = c.sku_id where c.code_order_id = ${order} and c.status = 1
        order by c.id limit ${most}`.execute(step.tx);
      const items = rows.map(({ unique_code, barcode }) => ({
        unique_code,
        // The tag says the barcode of its goods: seven digits of the company, five of the goods behind the indicator.
        epc: encodeEpc({
          scheme: 'sgtin-96',
          filter: 1,
          company: barcode.slice(0, 7),
          item: `0${barcode.slice(7, 12)}`,
          serial: String((serial += 1)),
        }),
      }));
      const { errors } = await clerks.ask('whs', codeCalls.bind, { items });
      if (errors[0]) throw new Error(`demo codes: ${errors[0].unique_code} ${errors[0].error}`);
    },
  };
}

/** Goods managed by code that stand in a warehouse without one, half of what is free of each, until there are so many. */
async function stockLines(
  { step }: CodeDesk,
  { warehouse, grade, codes }: { warehouse: string; grade: boolean; codes: number },
): Promise<{ id: number; lines: Line[] }> {
  const { rows } = await sql<{ id: number; sku_id: number; imperfect_type: number; free: number }>`
    select distinct on (k.id) w.id, k.id as sku_id, b.imperfect_type, ((b.on_hand - b.locked) / 2)::int as free
    from stock_balance b join warehouse w on w.id = b.warehouse_id join sku k on k.id = b.sku_id join spu p on p.id = k.spu_id
    where w.warehouse_no = ${warehouse} and p.is_code_managed and k.main_barcode is not null and b.coded = 0 and b.on_hand - b.locked >= 4
      and (b.imperfect_type = 0) = ${grade} order by k.id, b.imperfect_type`.execute(step.tx);
  const lines: Line[] = [];
  let left = codes;
  for (const { sku_id, imperfect_type, free } of rows) {
    const qty = Math.min(free, left);
    if (qty > 0) lines.push({ sku_id, imperfect_type, qty });
    left -= qty;
  }
  return { id: rows[0]?.id ?? 0, lines };
}

/** Goods managed by code, for codes whose pieces are still to come. */
async function newGoods({ step, chance }: CodeDesk): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select k.id from sku k join spu p on p.id = k.spu_id where p.is_code_managed and k.main_barcode is not null and k.status = 1 order by k.id`.execute(
    step.tx,
  );
  return chance.some(rows, 12).map(({ id }) => id);
}
