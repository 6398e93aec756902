import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bizTypes } from '#contract/areas/warehouse/stock.ts';
import { bookings } from '#server/areas/finance/bookings.ts';

// Whatever happens to goods or money has a rule for its voucher, or is known to need none: nothing is booked by nobody (domain.md §7.2, I31).

/** Events that change neither what goods are worth nor what anybody owes, or that another event tells the worth of. */
const withoutVoucher: readonly string[] = [
  // Beginnings, ends and wishes: what they lead to has its own.
  'allotEnded',
  'allotsWanted',
  'carrierClaimed',
  'codesCounted',
  'contractEnded',
  'contractInForce',
  'exchangeOrdered',
  'fineProposed',
  'goodsStopped',
  'memberForgotten',
  'noticeWanted',
  'orderCancelled',
  'orderFinished',
  'orderPlaced',
  'outCouponsReconciled',
  'pricesChanged',
  'purchaseApproved',
  'purchaseCancelled',
  'purchasePricesChanged',
  'stocktaking.countersChosen',
  'supplierAccount.inForce',
  'tagsWritten',
  // Followed by a cost adjustment, which is booked.
  'costsChanged',
  'estimatesPriced',
  // Goods leave by a posting that tells its worth itself, in other events.
  'goodsLeft',
  'negativeOpened',
  // What is missing of it was decided on: the pieces are told by where they went.
  'allotDiffDecided',
  'differenceDecided',
  'goodsDamaged',
  'returnShort',
  // How far something booked is settled.
  'statementSettled',
  'statementUnsettled',
];

/** By which event the worth of pieces is told, by the biz_type of the ledger that moves them. */
const toldBy: Readonly<Record<number, readonly string[]>> = {
  101: ['goodsReceived'],
  102: ['allotReceived'],
  103: ['saleReturned', 'stockDiffered'],
  104: ['stockDiffered'],
  105: ['stockDiffered'],
  106: ['allotReceived', 'allotReturned'],
  107: ['stockDiffered'],
  201: ['goodsSold', 'stockDiffered'],
  202: ['allotSent', 'allotReceived'],
  203: ['returnShipped'],
  204: ['stockDiffered'],
  205: ['stockDiffered'],
  206: ['stockDiffered'],
  207: ['goodsSold', 'stockDiffered'],
  401: ['allotSent'],
  402: ['allotReceived', 'allotReturned', 'stockDiffered'],
  501: ['costAdjusted'],
  502: ['negativeOffset'],
  901: ['receiptReversed', 'saleReturned'],
};

/** biz_types by which the same pieces get another grade, and cost what they cost. */
const keepsWorth: readonly number[] = [108, 208];

const booked = new Set(bookings.map(({ kind }) => kind.name));

async function keptEvents(): Promise<string[]> {
  const folder = new URL('../../contract/areas/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const exported = await Promise.all(
    files.map(async (file) => Object.values(await import(new URL(file, folder).href))),
  );
  return exported.flat().flatMap((one) => (isKept(one) ? [one.name] : []));
}

function isKept(one: unknown): one is { name: string; kept: true } {
  return typeof one === 'object' && one !== null && 'kept' in one && one.kept === true && 'name' in one;
}

it('every event that is kept has its vouchers, or needs none', async () => {
  const events = await keptEvents();
  expect(events.length).toBeGreaterThan(40);
  expect(events.filter((name) => !booked.has(name) && !withoutVoucher.includes(name))).toEqual([]);
  expect(withoutVoucher.filter((name) => booked.has(name) || !events.includes(name))).toEqual([]);
});

it('every way in which the ledger moves pieces is told by an event that is booked', () => {
  const codes = Object.keys(bizTypes).map(Number);
  expect(codes.filter((code) => !keepsWorth.includes(code) && !toldBy[code])).toEqual([]);
  const unbooked = Object.entries(toldBy).flatMap(([code, events]) =>
    events.filter((name) => !booked.has(name)).map((name) => `${code} ${name}`),
  );
  expect(unbooked).toEqual([]);
});
