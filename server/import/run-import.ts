import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { sql } from 'kysely';
import { importForms } from '#contract/areas/tasks/import-kinds.ts';
import { importType } from '#contract/areas/tasks/task.ts';
import { listenForVouchers } from '#server/areas/finance/serve-finance.ts';
import { listenForOwed } from '#server/areas/settlement/serve-settlement.ts';
import { serveStockAdjustment } from '#server/areas/warehouse/stock-adjustment.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { Registry } from '#server/kit/registry.ts';
import { fileSource } from '#server/sheets/sheet-source.ts';
import { stockPolicies } from '#server/stock-policies.ts';
import { StartupError } from '../platform/startup-error.ts';
import type { ImportArguments } from './arguments.ts';
import { type Catalogue, readCatalogue } from './catalogue.ts';
import { figure } from './figure.ts';
import type { ImportFrame } from './import-frame.ts';
import { type GoodsOutcome, importGoods } from './import-goods.ts';
import { importOpeningStock, installationMaker, type OpeningOutcome } from './import-opening-stock.ts';
import { callerOf } from './make-call.ts';
import type { Remark } from './remark.ts';
import { remarksOfLeftOut, remarksOfProblems, writeReport } from './report.ts';
import { runOrders } from './run-orders.ts';
import { runStyles } from './run-styles.ts';
import { sayCounted, sayLeftOut, sayProblems, sayUnchanged } from './say-catalogue.ts';
import { personNamed } from './staff.ts';

/**
 * Runs one import: reads the whole file, reports everything that is wrong with it at once, writes all of it in one
 * transaction or nothing. Answers whether it was done. Throws StartupErrors, SheetErrors and Refusals.
 */
export async function runImport(frame: ImportFrame, asked: ImportArguments, report: string): Promise<boolean> {
  const { say } = frame;
  if (asked.kind === 'orders') return await runOrders(frame, asked, report);
  const catalogue = await readCatalogue(fileSource(asked.file), {
    form: importForms[asked.kind === 'goods' ? importType.goods : importType.openingStock],
    mapping: undefined,
    now: frame.clock.now().toISOString().slice(0, 19).replace('T', ' '),
    foldCase: asked.foldCase,
  });
  if (catalogue.styled.length > 0) return await runStyles(frame, { asked, catalogue, report });
  describe(say, catalogue, asked.foldCase ? 'goods' : 'codes of goods');
  const found = [...remarksOfProblems(catalogue.problems, catalogue.moreProblems), ...remarksOfLeftOut(catalogue)];
  if (catalogue.problems.length > 0 && !asked.skipErrors) {
    await writeReport(report, found);
    say(`Nothing was imported. Mend the bad rows, or leave them out with --skip-errors. All of them: ${report}`);
    return false;
  }
  const tellAll: TellAll = (remarks) => writeReport(report, [...found, ...remarks]);
  const done = await (asked.kind === 'goods' ? goods : openingStock)(frame, { asked, catalogue, tellAll });
  // A company may double its goods here; whoever comes next should not wait for PostgreSQL to notice.
  if (done) await sql`analyze`.execute(frame.db);
  say(`Report: ${report}`);
  return done;
}

/** Writes the whole report. Asked before the import counts: what nobody can be told of is not done. */
type TellAll = (remarks: readonly Remark[]) => Promise<void>;

interface Running {
  readonly asked: ImportArguments;
  readonly catalogue: Catalogue;
  readonly tellAll: TellAll;
}

async function goods(
  { db, clock, log, say }: ImportFrame,
  { asked: { rate }, catalogue, tellAll }: Running,
): Promise<boolean> {
  const numbers = new Numbers(db);
  const origin = { requestId: 'import', ip: 'import', device: undefined, userAgent: '' };
  const outcome: GoodsOutcome = await inTransaction(db, async (tx) => {
    const context = { db: tx, actor: systemActor, now: clock.now(), opId: randomUUID(), origin, log };
    const came = await importGoods(context, { catalogue, rate, numbers });
    await tellAll(came.remarks);
    return came;
  });
  sayCounted(say, outcome.remarks);
  say(
    `Added ${figure(outcome.added)} goods (a style and a SKU each); ${figure(outcome.renewed)} brought up to date, ${figure(outcome.unchanged)} there already and as they were, ${figure(outcome.barcodes)} further barcodes.`,
  );
  if (outcome.added + outcome.renewed + outcome.barcodes === 0) sayUnchanged(say, outcome.unchanged);
  return true;
}

async function openingStock(
  { db, clock, log, say }: ImportFrame,
  { asked, catalogue, tellAll }: Running,
): Promise<boolean> {
  const approver = await personNamed(db, asked.approvedBy);
  if (!approver?.permissions.has('Inventory:adjustAudit'))
    throw new StartupError(
      `there is no account "${asked.approvedBy}" that may approve adjustments; name one with --approved-by`,
    );
  const registry = new Registry();
  const numbers = new Numbers(db);
  const kit = { registry, numbers, policies: stockPolicies(numbers, registry.events) };
  serveStockAdjustment(kit);
  listenForOwed(kit);
  listenForVouchers(kit);
  const outcome: OpeningOutcome = await inTransaction(db, async (tx) => {
    const came = await importOpeningStock(tx, {
      catalogue,
      month: asked.month,
      maker: installationMaker,
      approver,
      warehouseNo: asked.warehouse ?? '',
      source: basename(asked.file),
      make: callerOf(registry, log),
      clock,
      skipErrors: asked.skipErrors,
    });
    await tellAll(came.remarks);
    return came;
  });
  sayCounted(say, outcome.remarks);
  if (outcome.errors > 0) say('Nothing was posted. Settle these, or leave them out with --skip-errors.');
  else if (outcome.documents.length === 0)
    say(
      `Nothing was posted: of ${outcome.month === undefined ? 'the file' : `what was sold in ${outcome.month}`} nothing is left to be posted in ${asked.warehouse}.`,
    );
  else
    say(
      `Posted ${outcome.month === undefined ? 'the file' : `what was sold in ${outcome.month}`} as opening stock of ${asked.warehouse}: ${figure(outcome.goods)} goods, ${figure(outcome.pieces)} pieces, ${outcome.documents.join(', ')}, approved by ${approver.username}.`,
    );
  return outcome.errors === 0;
}

function describe(
  say: ImportFrame['say'],
  { goods: found, leftOut, problems, moreProblems, rows, counts }: Catalogue,
  what: string,
): void {
  say(
    `${figure(rows)} rows: ${figure(found.length)} ${what} on ${figure(counts.sales + counts.listed)} ${counts.listed > 0 ? 'rows of a list' : 'sale lines'} (${figure(counts.repeats)} lines are exact repeats within their invoice and count as they stand).`,
  );
  say(
    `No sale: ${figure(counts.cancellations)} cancellations, ${figure(counts.corrections)} corrections, ${figure(counts.unpriced)} lines without a price.`,
  );
  sayLeftOut(say, leftOut);
  sayProblems(say, problems, moreProblems);
}
