import { figure } from '../figure.ts';
import { remarkKinds } from '../remark.ts';
import { sayUnchanged } from '../say-catalogue.ts';
import type { OrderOutcome } from './import-orders.ts';
import type { Figures } from './order-figures.ts';
import type { OrderOptions } from './order-options.ts';

/** Tells the person at the terminal what came of an import of orders: what was taken, what not, and that both are the file. */
export function sayOrders(say: (line: string) => void, outcome: OrderOutcome, options: OrderOptions): void {
  const { rows, refused, added, options: did } = outcome;
  say(`${figure(rows)} rows; not taken: ${figure(refused.reduce((sum, one) => sum + one.rows, 0))}`);
  for (const { kind, rows: count } of refused) say(`  ${figure(count)} × ${remarkKinds[kind].en}`);
  say(
    `Times are read as ${options.zone}: ${figure(did.otherDay)} rows fall on another business day in Shanghai, ${figure(did.otherMonth)} of them in another month.`,
  );
  say(
    `Prices are rounded half up to whole fen, each piece by itself: ${figure(did.rounded)} rows were. Letter case is ${options.foldCase ? `folded: ${figure(did.foldedCodes)} codes found their goods by that` : 'kept'}.`,
  );
  say('By month of business (pieces / yuan):');
  for (const { month, sold, returned, there, refused: not, file } of outcome.months) {
    say(
      `  ${month ?? 'unread '}  sold ${both(sold)}, returned ${both(returned)}${there.rows > 0 ? `, there already ${both(there)}` : ''}, not taken ${both(not)} = file ${both(file)} in ${figure(file.rows)} rows`,
    );
  }
  if (!added) {
    say(
      'Nothing was imported: --strict minds rows that cannot be read, goods that are not known and orders short of stock.',
    );
    return;
  }
  say(
    `Added ${figure(added.orders)} orders with ${figure(added.lines)} lines, ${figure(added.members)} members, ${figure(added.services)} after-sales with ${figure(added.returnedPieces)} pieces back, ${figure(added.unknownPieces)} of them from no order that is known.${added.stock ? '' : ' No stock was posted.'}`,
  );
  if (added.stock) sayStock(say, added.stock);
  if (added.orders + added.services === 0)
    sayUnchanged(
      say,
      outcome.months.reduce((sum, { there }) => sum + there.rows, 0),
    );
}

function sayStock(say: (line: string) => void, stock: NonNullable<NonNullable<OrderOutcome['added']>['stock']>): void {
  const { out, back, shortOrders, refusedReturns, leftUnposted } = stock;
  say(
    `Posted stock: ${figure(out)} pieces out, ${figure(back)} pieces back. Not taken for want of stock: ${figure(shortOrders)} orders, and ${figure(refusedReturns)} returns of theirs.`,
  );
  if (leftUnposted > 0)
    say(`${figure(leftUnposted)} orders and after-sales were there before without stock posted, and stay so.`);
}

function both({ pieces, amount }: Figures): string {
  return `${figure(pieces)} / ${(amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
}
