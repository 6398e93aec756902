import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '#tests/boot/database.ts';
import { lastSeal, sealAudit } from './audit-seals.ts';
import { brokenInvariants } from './invariants.ts';

const { db } = await testDatabase();
const step = (count = 1) =>
  sql`insert into audit_log (doc_type, doc_id, action, label, changes, at) select 'brand', n, 'edit', '修改', '{"a": [1, null, "x"]}', now() from generate_series(1, ${count}::int) n`;

it('seals nothing where nothing is written, and an old trail whole', async () => {
  expect(await sealAudit(db)).toBe(0);
  expect(await lastSeal(db)).toBeUndefined();
  await step(12_000).execute(db);
  expect(await sealAudit(db)).toBe(12_000);
  expect(await sealAudit(db)).toBe(0);
  expect(await lastSeal(db)).toMatchObject({ id: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await brokenInvariants(db)).toEqual([]);
});

it('seals rows that are committed after later ones, each once, and makes nobody wait', async () => {
  const slow = await db.startTransaction().execute();
  await step().execute(slow);
  await step(2).execute(db);
  expect(await sealAudit(db)).toBe(2);
  expect(await sealAudit(db)).toBe(0);
  await slow.commit().execute();
  expect(await sealAudit(db)).toBe(1);
  expect(await brokenInvariants(db)).toEqual([]);
});

it('is done by one at a time, however many processes there are', async () => {
  await step(50).execute(db);
  const sealed = await Promise.all([1, 2, 3, 4].map(() => sealAudit(db)));
  expect(sealed.reduce((sum, rows) => sum + rows, 0)).toBe(50);
  expect(await brokenInvariants(db)).toEqual([]);
});

it('is the same in every time zone', async () => {
  await db.connection().execute(async (session) => {
    await sql`set timezone to 'Asia/Shanghai'`.execute(session);
    await sql`set datestyle to 'German'`.execute(session);
    expect(await brokenInvariants(session)).toEqual([]);
    await sql`reset all`.execute(session);
  });
});
