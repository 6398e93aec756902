import { sql } from 'kysely';
import { importForms } from '#contract/areas/tasks/import-kinds.ts';
import { importType } from '#contract/areas/tasks/task.ts';
import { listenForVouchers } from '#server/areas/finance/serve-finance.ts';
import { listenForOwed } from '#server/areas/settlement/serve-settlement.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import { Registry } from '#server/kit/registry.ts';
import type { Balance } from '#server/ledger/balances.ts';
import type { StockPolicies } from '#server/ledger/policies.ts';
import type { SheetSource } from '#server/sheets/sheet-source.ts';
import { stockPolicies } from '#server/stock-policies.ts';
import { holdImports } from '../hold-imports.ts';
import type { Remark, RemarkKind } from '../remark.ts';
import type { TableOrder } from '../sheet-rows.ts';
import { addOrders } from './add-orders.ts';
import { addReturns } from './add-returns.ts';
import { judgeLines } from './judge-lines.ts';
import { type MonthFigures, monthFigures, type OptionFigures, optionFigures } from './order-figures.ts';
import type { OrderOptions } from './order-options.ts';
import { orderRemarks, refusalCounts } from './order-remarks.ts';
import { type Moved, postImported } from './post-imported.ts';
import { refuseUnserved } from './refuse-unserved.ts';
import { renewMembers } from './renew-members.ts';
import { stageLines } from './stage-lines.ts';
import { type StockFigures, stockFigures } from './stock-figures.ts';

export interface OrderImport {
  readonly source: SheetSource;
  readonly mapping: TableOrder['mapping'];
  readonly options: OrderOptions;
  readonly numbers: Numbers;
  /** Takes every row that is not imported, while the transaction is open. */
  report(remarks: AsyncIterable<Remark>): Promise<void>;
  /** Hears how far the work is, 0 to 99. */
  progress(percent: number): void;
  /** Throws when somebody wants the work to end. */
  goOn(): void;
}

export interface OrderOutcome {
  readonly rows: number;
  readonly months: readonly MonthFigures[];
  readonly refused: readonly { kind: RemarkKind; rows: number }[];
  readonly options: OptionFigures;
  /** Undefined: rows that `strict` minds stopped the import. */
  readonly added:
    | {
        readonly orders: number;
        readonly lines: number;
        readonly members: number;
        readonly services: number;
        readonly returnedPieces: number;
        /** Pieces that came back from no order that is known. */
        readonly unknownPieces: number;
        /** Undefined: no stock was to be posted. */
        readonly stock: (Moved & StockFigures) | undefined;
      }
    | undefined;
}

/** What `strict` minds: rows that cannot be read, goods that are not known or short. Fees and corrections are no mistakes of the file. */
const strictKinds: readonly RemarkKind[] = [
  'bad row',
  'unknown goods',
  'several goods',
  'too many',
  'stock short',
  'sale refused',
];

/**
 * Imports the sales history of a sheet in sets: orders, after-sales, members, marked as imported. Stock is posted where asked
 * for, and then an order that cannot be served is not taken. An invoice that an earlier import took is left as it is, so a file
 * that comes twice changes nothing; the lock makes that hold for two at once. Bad rows are reported and stop nothing unless
 * asked. The caller's transaction decides whether all of it counts.
 */
export async function importOrders(context: WriteContext, asked: OrderImport): Promise<OrderOutcome> {
  const { db } = context;
  await holdImports(db);
  // The planner must see the rows that this transaction has just added; hashes of a whole history want room.
  await sql`set local work_mem = '128MB'`.execute(db);
  const rows = await stage(context, asked);
  await judgeLines(db, asked.options);
  asked.progress(60);
  asked.goOn();
  const { postStock, warehouseId } = asked.options;
  // What follows from it in other areas but the books, they read off the events that are kept.
  const policies = heardByBooks(asked.numbers);
  const balances = postStock ? await refuseUnserved(db, { warehouseId, now: context.now, policies }) : undefined;
  const [months, refused, options] = [await monthFigures(db), await refusalCounts(db), await optionFigures(db)];
  await asked.report(orderRemarks(db, asked.options));
  const found = { rows, months, refused, options };
  if (asked.options.strict && refused.some(({ kind }) => strictKinds.includes(kind)))
    return { ...found, added: undefined };
  const orders = await addOrders(context, asked);
  asked.progress(80);
  asked.goOn();
  const returns = await addReturns(context, asked);
  await renewMembers(db);
  const stock = balances && {
    ...(await stockFigures(db, asked.options)),
    ...(await post(context, asked, { balances, policies })),
  };
  asked.progress(95);
  asked.goOn();
  const { services, pieces: returnedPieces, withoutOrder: unknownPieces } = returns;
  return { ...found, added: { ...orders, services, returnedPieces, unknownPieces, stock } };
}

/** Postings of which the books and the accounts of suppliers hear. */
function heardByBooks(numbers: OrderImport['numbers']): StockPolicies {
  const registry = new Registry();
  const policies = stockPolicies(numbers, registry.events);
  listenForOwed({ registry, numbers, policies });
  listenForVouchers({ registry, numbers });
  return policies;
}

async function post(
  context: WriteContext,
  { options, goOn, progress }: OrderImport,
  { balances, policies }: { balances: Map<string, Balance>; policies: StockPolicies },
): Promise<Moved> {
  return await postImported(context, {
    balances,
    options,
    policies,
    goOn: (lines) => {
      goOn();
      progress(grown(80, 95, lines));
    },
  });
}

// How much there is to do shows only in the end; until then any growth is told as some.
const grown = (from: number, to: number, count: number): number =>
  Math.round(from + (to - from) * (1 - Math.exp(-count / 200_000)));

async function stage({ db, now }: WriteContext, { source, mapping, progress, goOn }: OrderImport): Promise<number> {
  const order = {
    form: importForms[importType.orders],
    mapping,
    now: now.toISOString().slice(0, 19).replace('T', ' '),
  };
  return await stageLines(db, {
    source,
    order,
    progress: (count) => {
      goOn();
      progress(grown(0, 50, count));
    },
  });
}
