import { sql } from 'kysely';
import { importForms } from '#contract/areas/tasks/import-kinds.ts';
import { importType } from '#contract/areas/tasks/task.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { serveStockAdjustment } from '#server/areas/warehouse/stock-adjustment.ts';
import { allows } from '#server/identity/actor.ts';
import { Registry } from '#server/kit/registry.ts';
import { stockPolicies } from '#server/stock-policies.ts';
import { type Catalogue, readCatalogue } from '../catalogue.ts';
import { importGoods } from '../import-goods.ts';
import { importOpeningStock } from '../import-opening-stock.ts';
import { callerOf } from '../make-call.ts';
import { readRate } from '../money.ts';
import type { Remark } from '../remark.ts';
import { remarksOfLeftOut, remarksOfProblems } from '../report.ts';
import { importStyles } from '../styles/import-styles.ts';
import { stylesFacts } from '../styles/styles-facts.ts';
import { fact, type KindOutcome, type KindRun } from './kind-run.ts';

/** Runs an import of goods for a task. */
export async function runGoodsTask(run: KindRun): Promise<KindOutcome> {
  const { context, numbers, options } = run;
  const catalogue = await read(run, importType.goods, options.fold_case ?? true);
  if (catalogue.styled.length > 0) return await runStyles(run, catalogue);
  if (stops(run, catalogue)) return await stopped(run, catalogue);
  const outcome = await importGoods(context, {
    catalogue,
    rate: readRate(options.rate ?? '1') ?? 1_000_000,
    numbers,
  });
  await run.report([...found(catalogue), ...outcome.remarks]);
  return {
    done: true,
    rows: catalogue.rows,
    months: [],
    facts: [
      fact('新增商品（一款一货品）', outcome.added),
      fact('更新价格或名称', outcome.renewed),
      fact('已有且不变', outcome.unchanged),
      fact('新增条码', outcome.barcodes),
    ],
  };
}

/** A catalogue of styles in colours and sizes (decision 0025). */
async function runStyles(run: KindRun, catalogue: Catalogue): Promise<KindOutcome> {
  const { context, numbers, options } = run;
  const outcome = await importStyles(context, {
    rows: catalogue.styled,
    rate: readRate(options.rate ?? '1') ?? 1_000_000,
    foldCase: options.fold_case ?? true,
    skipErrors: options.skip_errors ?? false,
    bad: catalogue.problems.length,
    making: { wanted: options.make_missing ?? false, allows: (access) => allows(context.actor, access) },
    numbers,
  });
  const problems = [...catalogue.problems, ...outcome.problems].sort((one, other) => one.row - other.row);
  await run.report([
    ...remarksOfProblems(problems, catalogue.moreProblems),
    ...remarksOfLeftOut(catalogue),
    ...outcome.remarks,
  ]);
  const facts = outcome.done ? stylesFacts(outcome).map(({ label, count }) => fact(label.zh, count)) : [];
  return { done: outcome.done, rows: catalogue.rows, months: [], facts };
}

/** Runs an import of opening stock for a task: its documents are the person's own and wait for somebody else's approval. */
export async function runStockTask(run: KindRun): Promise<KindOutcome> {
  const { context, numbers, options, name } = run;
  const catalogue = await read(run, importType.openingStock, false);
  if (stops(run, catalogue)) return await stopped(run, catalogue);
  const registry = new Registry();
  serveStockAdjustment({ registry, numbers, policies: stockPolicies(numbers) });
  const outcome = await importOpeningStock(context.db, {
    catalogue,
    month: options.month,
    maker: context.actor,
    approver: undefined,
    warehouseNo: await warehouseNo(run),
    source: name,
    make: callerOf(registry, context.log),
    // The pieces come in at the time of their approval, not of this run.
    clock: { now: () => context.now },
    skipErrors: options.skip_errors ?? false,
  });
  await run.report([...found(catalogue), ...outcome.remarks]);
  return {
    done: outcome.errors === 0,
    rows: catalogue.rows,
    months: [],
    facts: [
      fact('期初货品', outcome.goods),
      fact('期初件数', outcome.pieces),
      fact('调整单', outcome.documents.length === 0 ? '无' : `${outcome.documents.join('、')}（待审核）`),
    ],
  };
}

async function read(
  { source, mapping, context, progress, goOn }: KindRun,
  type: typeof importType.goods | typeof importType.openingStock,
  foldCase: boolean,
): Promise<Catalogue> {
  const now = context.now.toISOString().slice(0, 19).replace('T', ' ');
  const catalogue = await readCatalogue(source, { form: importForms[type], mapping, now, foldCase });
  progress(50);
  goOn();
  return catalogue;
}

const found = (catalogue: Catalogue): Remark[] => [
  ...remarksOfProblems(catalogue.problems, catalogue.moreProblems),
  ...remarksOfLeftOut(catalogue),
];

const stops = ({ options }: KindRun, { problems }: Catalogue): boolean =>
  problems.length > 0 && !(options.skip_errors ?? false);

async function stopped(run: KindRun, catalogue: Catalogue): Promise<KindOutcome> {
  await run.report(found(catalogue));
  return { done: false, rows: catalogue.rows, months: [], facts: [] };
}

async function warehouseNo({ context, options }: KindRun): Promise<string> {
  const { rows } = await sql<{ warehouse_no: string }>`
    select warehouse_no from warehouse where id = ${options.warehouse_id ?? 0} and status = 1`.execute(context.db);
  const [row] = rows;
  if (!row) throw new Refusal('invalid', '仓库不存在或已停用', 'options.warehouse_id');
  return row.warehouse_no;
}
