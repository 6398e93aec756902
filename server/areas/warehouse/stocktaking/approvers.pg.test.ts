import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import type { Actor } from '#server/identity/actor.ts';
import { invariants, rowsBreaking } from '#server/ledger/invariants.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { close, sheetCalls, Tablet } from '#tests/factories/stocktake.ts';

// Who may have passed what, as the account check asks it (K26). After every test here the bench asks all invariants.

const bench = stocktakeBench();

const judge = (actor: Actor, step: 'review' | 'audit', { id, result }: { id: number; result: 1 | 2 }) =>
  bench.house.ask(actor, sheetCalls[step], { id, result, ...(result === 2 ? { remark: '重盘' } : {}) });
const submit = (actor: Actor, id: number) => bench.house.ask(actor, sheetCalls.submit, { id });
const allKeys = ['stocktaking:view', 'stocktaking:submit', 'stocktaking:review', 'stocktaking:audit'];

/** Counts the third goods in another round and hands in. */
async function recount(sheet: number, round: number): Promise<void> {
  const { house, people } = bench;
  house.clock.advance(60_000);
  const tablet = new Tablet(house, people.counters[1], sheet);
  tablet.count(bench.code(2), { zone: 'A', qty: 10, round });
  await tablet.send();
  await tablet.finish('A');
  for (const zone of ['A', 'B']) await close(house, people.lead, { sheet, zone });
}

/** A sheet that this person passed, that its posting sent back, and that another auditor rejected. */
async function passedInVain(passer: Actor): Promise<number> {
  const { house, people } = bench;
  const { sheet } = await bench.countedSheet({ 0: 9, 1: 10, 2: 9 });
  const counted = house.clock.now();
  await submit(people.lead, sheet);
  await judge(people.reviewer, 'review', { id: sheet, result: 1 });
  await judge(passer, 'audit', { id: sheet, result: 1 });
  house.clock.advance(60_000);
  await bench.move(adjustType.otherOut, 0, { qty: 1, happenedAt: new Date(counted.getTime() - 30_000).toISOString() });
  await house.ask(people.lead, sheetCalls.post, { id: sheet });
  await judge(people.auditor, 'audit', { id: sheet, result: 2 });
  return sheet;
}

describe('books that are right', () => {
  it('have a reviewer who passed an earlier round that was rejected', async () => {
    const passer = await bench.house.person('财务', allKeys);
    const sheet = await passedInVain(passer);
    await recount(sheet, 2);
    await submit(bench.people.lead, sheet);
    await judge(passer, 'review', { id: sheet, result: 1 });
    await judge(bench.people.auditor, 'audit', { id: sheet, result: 1 });
  });

  it('have an auditor who submitted an earlier round', async () => {
    const { people } = bench;
    const first = await bench.house.person('提交', allKeys);
    const { sheet } = await bench.countedSheet({ 0: 10, 1: 10, 2: 9 });
    await submit(first, sheet);
    await judge(people.reviewer, 'review', { id: sheet, result: 1 });
    await judge(people.auditor, 'audit', { id: sheet, result: 2 });
    await recount(sheet, 2);
    await submit(people.lead, sheet);
    await judge(people.reviewer, 'review', { id: sheet, result: 1 });
    await judge(first, 'audit', { id: sheet, result: 1 });
  });

  it('have an auditor whose scans came in after the pass and count for nothing', async () => {
    const { house, people } = bench;
    const sheet = await passedSheet({ anyCounter: true });
    house.clock.advance(60_000);
    const auditor = { ...people.auditor, permissions: new Set([...people.auditor.permissions, 'stocktaking:count']) };
    const tablet = new Tablet(house, auditor, sheet);
    tablet.count(bench.code(0), { zone: 'A' });
    expect((await tablet.send()).answers).toMatchObject([{ outcome: 'late' }]);
  });
});

/** A sheet that the auditor passed. */
async function passedSheet({ anyCounter = false } = {}): Promise<number> {
  const { house, people } = bench;
  const { sheet } = await bench.countedSheet();
  if (anyCounter) await sql`update stocktaking set counter_ids = '{}' where id = ${sheet}`.execute(house.db);
  await submit(people.lead, sheet);
  await judge(people.reviewer, 'review', { id: sheet, result: 1 });
  await judge(people.auditor, 'audit', { id: sheet, result: 1 });
  return sheet;
}

const k26 = invariants().find(({ name }) => name.startsWith('k26'))?.query ?? '';
const undone = new Error('undone');

/** The ids of the documents that K26 reports once this is done, which is then undone. */
async function reported(spoil: (db: Kysely<unknown>) => Promise<unknown>): Promise<unknown[]> {
  let found: unknown[] = [];
  await bench.house.db
    .transaction()
    .execute(async (tx) => {
      await spoil(tx);
      found = await rowsBreaking(tx, k26);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return found.map((row) => (row as { doc_id: number }).doc_id);
}

const written = (
  db: Kysely<unknown>,
  sheet: number,
  { action, by, result, from, to }: { action: string; by: number; result?: number; from?: number; to?: number },
) =>
  sql`insert into audit_log (doc_type, doc_id, action, label, result, from_status, to_status, admin_id, at)
    values ('stocktaking', ${sheet}, ${action}, ${action}, ${result ?? null}, ${from ?? null}, ${to ?? null}, ${by}, ${bench.house.clock.now().toISOString()})`.execute(
    db,
  );

describe('books that are wrong', () => {
  it('have a second pass of one person, but not once it was submitted again', async () => {
    const sheet = await passedSheet();
    const by = bench.people.auditor.id;
    const again = (db: Kysely<unknown>) => written(db, sheet, { action: 'audit', by, result: 1 });
    expect(await reported(again)).toEqual([sheet]);
    const between = async (db: Kysely<unknown>) => {
      await written(db, sheet, { action: 'submit', by: bench.people.lead.id });
      await again(db);
    };
    expect(await reported(between)).toEqual([]);
  });

  const parts = ['add', 'edit', 'submit', 'decideException', 'giveReasons'];
  it.each(parts)('have a pass of whoever did the last %s', async (action) => {
    const sheet = await passedSheet();
    const { lead } = bench.people;
    const { id: by } = await bench.house.person('一人', []);
    expect(
      await reported(async (db) => {
        await written(db, sheet, { action, by });
        if (action !== 'add') await written(db, sheet, { action: action === 'edit' ? 'submit' : 'edit', by: lead.id });
        await written(db, sheet, { action: 'audit', by, result: 1 });
      }),
    ).toEqual([sheet]);
  });

  it('have a pass of whoever edited it once, but not one that its posting sent back', async () => {
    const sheet = await passedSheet();
    const { lead, auditor } = bench.people;
    const { id: by } = await bench.house.person('一人', []);
    const edited = async (db: Kysely<unknown>) => {
      for (const editor of [by, lead.id]) await written(db, sheet, { action: 'edit', by: editor });
      await written(db, sheet, { action: 'audit', by, result: 1 });
    };
    expect(await reported(edited)).toEqual([sheet]);
    const sentBack = async (db: Kysely<unknown>) => {
      await written(db, sheet, { action: 'post', by: lead.id, from: 5, to: 4 });
      await written(db, sheet, { action: 'audit', by: auditor.id, result: 1, from: 4, to: 5 });
    };
    expect(await reported(sentBack)).toEqual([]);
  });

  it('have a pass of a counter or of the reviewer', async () => {
    const sheet = await passedSheet();
    const { counters, reviewer } = bench.people;
    for (const by of [counters[0].id, reviewer.id])
      expect(await reported((db) => written(db, sheet, { action: 'audit', by, result: 1 }))).toEqual([sheet]);
  });
});
