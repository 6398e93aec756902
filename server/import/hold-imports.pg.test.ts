import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { importForms } from '#contract/areas/tasks/import-kinds.ts';
import { importType } from '#contract/areas/tasks/task.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { syncAccess } from '#server/application.ts';
import { connect } from '#server/database/connect.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { createLog } from '#server/platform/log.ts';
import { fileSource } from '#server/sheets/sheet-source.ts';
import { ownCluster } from '#tests/boot/kill.ts';
import { officeOf } from '#tests/factories/office.ts';
import { readArguments } from './arguments.ts';
import { readCatalogue } from './catalogue.ts';
import { holdImports } from './hold-imports.ts';
import { importGoods } from './import-goods.ts';
import { importOpeningStock, installationMaker } from './import-opening-stock.ts';
import { importOrders } from './orders/import-orders.ts';
import { runImport } from './run-import.ts';
import { importStyles } from './styles/import-styles.ts';

// A command refuses a database that guards nothing.
const { url } = await ownCluster();
const { db, close } = await connect({ url, max: 10 });
const office = officeOf(db);
const numbers = new Numbers(db);
const log = createLog({ level: 'silent' });
const folder = mkdtempSync(join(tmpdir(), 'hold-imports-'));
const sheet = join(folder, 'stock.csv');
let warehouseId: number;
beforeAll(async () => {
  await syncAccess(db);
  await sql`with a as (insert into admin (username, nickname, password_hash) values ('admin', '管理员', 'x') returning id) insert into admin_role select a.id, r.id from a, role r where r.code = 'super'`.execute(
    db,
  );
  ({ id: warehouseId } = await office.call(callsOf(warehouse).add, { warehouse_no: 'W01', name: '总仓', type: 1 }));
  writeFileSync(sheet, '条码,单价,数量\n6901,9.90,3\n');
});
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

/** Runs `work` while another import is under way, which ends when `meanwhile` has. */
async function behindAnother<T>(work: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
  let running: Promise<T> | undefined;
  await inTransaction(db, async (tx) => {
    await holdImports(tx);
    running = work();
    const met = meanwhile();
    // Work that does not wait, but fails, is told at once.
    await Promise.race([met, running.then(() => met)]);
  });
  return await (running as Promise<T>);
}

/** The connection that waits for an import to end; null while none does. */
async function waiting(atLeast = '0'): Promise<number | null> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'
      and clock_timestamp() - query_start > ${atLeast}::interval`.execute(db);
  return rows[0]?.pid ?? null;
}
const waits = async (atLeast?: string) =>
  await expect.poll(() => waiting(atLeast), { timeout: 180_000, interval: 20 }).not.toBeNull();

async function catalogue() {
  const order = { form: importForms[importType.openingStock], mapping: undefined, now: '2026-03-01 10:00:00' };
  return await readCatalogue(fileSource(sheet), { ...order, foldCase: false });
}
const contextOf = (tx: Tx): WriteContext => ({
  db: tx,
  actor: systemActor,
  now: new Date(),
  opId: randomUUID(),
  origin: { requestId: 'import', ip: 'import', device: undefined, userAgent: '' },
  log,
});

const imports: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
  goods: async (tx) => await importGoods(contextOf(tx), { catalogue: await catalogue(), rate: 1_000_000, numbers }),
  styles: async (tx) =>
    await importStyles(contextOf(tx), {
      rows: [],
      rate: 1_000_000,
      foldCase: true,
      skipErrors: false,
      bad: 0,
      making: { wanted: false, allows: () => true },
      numbers,
    }),
  // Of no goods: there is nothing to do once it has waited.
  'opening stock': async (tx) =>
    await importOpeningStock(tx, {
      catalogue: { ...(await catalogue()), goods: [] },
      warehouseNo: 'W01',
      month: undefined,
      maker: installationMaker,
      approver: undefined,
      source: 'stock.csv',
      make: () => expect.fail('there is nothing to make'),
      clock: { now: () => new Date() },
      skipErrors: false,
    }),
  orders: async (tx) =>
    await importOrders(contextOf(tx), {
      source: fileSource(sheet),
      mapping: { invoice: 0, time: 0, code: 0, quantity: 2, price: 1 },
      options: {
        warehouseId,
        shopId: undefined,
        zone: 'Asia/Shanghai',
        foldCase: true,
        rate: 1_000_000,
        strict: false,
        postStock: false,
      },
      numbers,
      async report(remarks) {
        for await (const { kind } of remarks) expect(kind).toBe('bad row');
      },
      progress: () => undefined,
      goOn: () => undefined,
    }),
};

test.each(Object.keys(imports))(
  'an import of %s waits for the one before it longer than a call waits',
  async (name) => {
    const settings = await behindAnother(
      async () =>
        await inTransaction(db, async (tx) => {
          // A call's patience, shortened: whoever keeps it has given up long before the other import ends.
          await sql`set local lock_timeout = '50ms'`.execute(tx);
          await imports[name]?.(tx);
          const { rows } = await sql`
          select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`.execute(
            tx,
          );
          return rows[0];
        }),
      async () => await waits('500 ms'),
    );
    expect(settings).toEqual({ lock: '20min', statement: '20min' });
  },
);

describe('one that has waited too long', () => {
  const gaveUp = async (): Promise<void> => {
    await waits();
    // As PostgreSQL ends it when its time is up.
    await sql`select pg_cancel_backend(${await waiting()})`.execute(db);
    await expect.poll(() => waiting(), { timeout: 180_000, interval: 20 }).toBeNull();
  };

  test('is refused as busy', async () => {
    const refused = behindAnother(
      async () =>
        await inTransaction(db, holdImports).then(
          () => undefined,
          (error: unknown) => error,
        ),
      gaveUp,
    );
    expect(await refused).toMatchObject({ kind: 'busy', message: '另一个导入还没有结束，请稍后再试' });
  });

  test('as a command says so in one line', async () => {
    const ended = behindAnother(async () => await command('goods', sheet, '--report', join(folder, 'r.csv')), gaveUp);
    expect(await ended).toEqual({ code: 1, stderr: '另一个导入还没有结束，请稍后再试\n' });
  });
});

test('opening stock comes in when its turn has come, not when it began to wait', async () => {
  await inTransaction(db, async (tx) => await imports['goods']?.(tx));
  let now = new Date('2026-03-01T02:00:00.000Z');
  const frame = { db, clock: { now: () => now }, log, say: () => undefined };
  const done = behindAnother(
    async () =>
      await runImport(frame, readArguments(['opening-stock', sheet, '--warehouse', 'W01']), join(folder, 'r.csv')),
    async () => {
      await waits();
      now = new Date('2026-03-01T02:15:00.000Z');
    },
  );
  expect(await done).toBe(true);
  expect((await office.call(callsOf(stockAdjustment).list, {})).list).toMatchObject([
    { status: 2, posted_at: '2026-03-01T02:15:00.000Z' },
  ]);
});

/** The command as somebody runs it at a terminal. */
async function command(...given: string[]): Promise<{ code: number | string | null | undefined; stderr: string }> {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: folder, NODE_NO_WARNINGS: '1' };
  return await new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', 'server/import/main.ts', ...given],
      { cwd, env },
      (error, _, stderr) => resolve({ code: error?.code ?? 0, stderr }),
    );
  });
}
