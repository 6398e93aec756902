import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#tests/boot/database.ts';
import { person } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';

// A transaction that writes ends in a flush to the disk, and whoever is refused waits for it: a commit that only real
// accounts wait for could be timed from outside. Counted here, not timed.

const { db } = await testDatabase();
const now = new Date();
const server = await testServer(db, { clock: { now: () => now } });

beforeAll(async () => {
  await sql`create table written (by_transaction xid8)`.execute(db);
  await sql`
    create function note_transaction() returns trigger language plpgsql as
    'begin insert into written values (pg_current_xact_id()); return null; end'`.execute(db);
  for (const table of ['password_guess', 'sign_in_event'])
    await sql`
      create trigger note after insert or update or delete on ${sql.table(table)} for each row execute function note_transaction()`.execute(
      db,
    );
});

/** Commits that one wrong password for this name waits for, and what it is answered. */
async function refused(username: string): Promise<[code: number, commits: number]> {
  await sql`delete from written`.execute(db);
  const input = { appid: 'erp', username, password: 'nothing like it' };
  const { body } = await server.call('/api/acl/login', input, { ip: '10.1.1.1' });
  const { rows } = await sql<{ count: number }>`
    select count(distinct by_transaction) as count from written`.execute(db);
  return [body.code, rows[0]?.count ?? 0];
}

it('a name that nobody has is refused after as many commits as a known one, judged or turned away', async () => {
  const { username } = await person(db, { password: 'nine herons under umbrellas' });
  const told: [number, number][][] = [];
  for (const name of [username, 'nobody-of-that-name']) {
    const answers: [number, number][] = [];
    for (let turn = 0; turn < 7; turn += 1) answers.push(await refused(name));
    told.push(answers);
  }
  expect(told[0]).toEqual(told[1]);
  // Five are judged; the wait after them holds, for the clock stands still.
  expect(told[0]?.map(([code]) => code)).toEqual([4001, 4001, 4001, 4001, 4001, 4029, 4029]);
});
