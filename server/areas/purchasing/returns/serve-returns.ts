import { z } from 'zod';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { returnRates } from '#contract/areas/purchasing/back-order-calls.ts';
import { backOrderPrinting } from '#contract/areas/purchasing/back-order-printing.ts';
import { returnableBatch } from '#contract/areas/purchasing/returnable-batch.ts';
import { servePrinting } from '#server/kit/register-print.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import type { DocumentHooks, Step } from '#server/kit/step.ts';
import { unlockStock } from '#server/ledger/lock-stock.ts';
import { lockRecordOf, undoDeals } from '../imperfect/undo-deals.ts';
import { holdBatches } from './hold.ts';
import { readRates } from './rates.ts';
import { settleLines } from './settle-lines.ts';
import { finishReturn, guardFinish, guardOut, shipReturn } from './ship.ts';
import { returnSource } from './source-of.ts';

/** Returns to suppliers: what is special about them (domain.md §4.9, P3, P8). */
export function serveReturns(kit: Kit): void {
  serveEntity(kit, returnableBatch);
  serveDocument(kit, backOrder, hooksOf(kit));
  servePrinting(kit, backOrderPrinting);
  kit.registry.read(returnRates, z.strictObject({ id: z.int().min(1) }), readRates);
}

const hooksOf = (kit: Kit): DocumentHooks<typeof backOrder> => ({
  after: settleLines,
  transitions: {
    submit: { effect: (step) => holdBatches(kit, step) },
    departmentVerify: { effect: (step) => letGoOfRejected(kit, step) },
    financeVerify: { effect: (step) => letGoOfRejected(kit, step) },
    out: { guard: guardOut, effect: (step) => shipReturn(kit, step) },
    finish: { guard: guardFinish, effect: (step) => finishReturn(kit, step) },
    cancel: { effect: (step) => giveUp(kit, step) },
  },
});

async function letGoOfRejected(
  { policies }: Kit,
  { context, document, rejects }: Step<typeof backOrder>,
): Promise<undefined> {
  if (rejects) await unlockStock({ db: context.db, policies }, returnSource(document), context);
  return undefined;
}

/** Nothing goes back after all: the batches are free, and what an imperfect record had dealt with by it is to be dealt with again. */
async function giveUp(
  { registry, policies }: Kit,
  { context, document, lines }: Step<typeof backOrder>,
): Promise<undefined> {
  await lockRecordOf(context, document);
  await unlockStock({ db: context.db, policies }, returnSource(document), context);
  const all = await lines();
  await undoDeals(
    registry,
    context,
    document,
    all.map((line) => ({ line, qty: line.qty })),
  );
  return undefined;
}
