import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { inTransaction } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { fileSource } from '#server/sheets/sheet-source.ts';
import { StartupError } from '../platform/startup-error.ts';
import type { ImportArguments } from './arguments.ts';
import { figure } from './figure.ts';
import type { ImportFrame } from './import-frame.ts';
import { importOrders, type OrderOutcome } from './orders/import-orders.ts';
import type { OrderOptions } from './orders/order-options.ts';
import { sayOrders } from './orders/say-orders.ts';
import { writeReport } from './report.ts';

/** Imports the orders of a file from the command line; answers whether it was done. Throws StartupErrors and SheetErrors. */
export async function runOrders(
  { db, clock, log, say, progress = () => undefined }: ImportFrame,
  asked: ImportArguments,
  report: string,
): Promise<boolean> {
  const source = fileSource(asked.file);
  const options = await optionsOf(db, asked);
  const numbers = new Numbers(db);
  const origin = { requestId: 'import', ip: 'import', device: undefined, userAgent: '' };
  const outcome: OrderOutcome = await inTransaction(
    db,
    async (tx) =>
      await importOrders(
        { db: tx, actor: systemActor, now: clock.now(), opId: randomUUID(), origin, log },
        {
          source,
          mapping: undefined,
          options,
          numbers,
          report: (remarks) => writeReport(report, remarks),
          progress,
          goOn: () => undefined,
        },
      ),
  );
  sayOrders(say, outcome, options);
  // A company may have ten times the rows now; whoever comes next should not wait for PostgreSQL to notice.
  if (outcome.added && outcome.added.lines > 0) await sql`analyze`.execute(db);
  const refused = outcome.refused.reduce((sum, one) => sum + one.rows, 0);
  say(`Report of ${figure(refused)} rows that were not taken: ${report}`);
  return outcome.added !== undefined;
}

async function optionsOf(db: Kysely<unknown>, asked: ImportArguments): Promise<OrderOptions> {
  const { zone, foldCase, rate, strict, postStock, warehouse = '', shop } = asked;
  const { rows } = await sql<{ warehouse: number | null; shop: number | null }>`
    select (select id from warehouse where warehouse_no = ${warehouse} and status = 1) as warehouse, (select id from shop where shop_no = ${shop ?? ''}) as shop`.execute(
    db,
  );
  const [found] = rows;
  if (found?.warehouse === null || found === undefined)
    throw new StartupError(`there is no warehouse ${warehouse} in use; add one first`);
  if (shop !== undefined && found.shop === null) throw new StartupError(`there is no shop ${shop}; add one first`);
  return { warehouseId: found.warehouse, shopId: found.shop ?? undefined, zone, foldCase, rate, strict, postStock };
}
