import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '#tests/boot/database.ts';
import { person, signedIn } from '#tests/factories/people.ts';
import { forgetOldIdentity } from './forget-old.ts';
import { countGuess, forgiveGuesses, guessSubject } from './guesses.ts';
import { rememberDevice } from './known-devices.ts';

const { db } = await testDatabase();
const now = new Date();
const days = (count: number): Date => new Date(now.getTime() + count * 86_400_000);
const count = async (table: string): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)).rows[0]?.count ?? 0;

it('forgets what is over for long, and nothing that still counts', async () => {
  const { id } = await person(db);
  await signedIn(db, { id }, now);
  await signedIn(db, { id }, days(60));
  await countGuess(db, 'account:old', now);
  await countGuess(db, 'account:new', days(60));
  await rememberDevice(db, { adminId: id, device: randomUUID(), now });
  await rememberDevice(db, { adminId: id, device: randomUUID(), now: days(60) });
  expect(await forgetOldIdentity(db, days(89))).toBe(0);
  expect(await forgetOldIdentity(db, days(92))).toBe(2);
  expect(await forgetOldIdentity(db, days(181))).toBe(3);
  expect([await count('session'), await count('password_guess'), await count('known_device')]).toEqual([0, 0, 1]);
});

it('whose password is reset may be guessed at again, from anywhere; nobody else', async () => {
  const one = { id: 7, username: 'Zhang' };
  for (const subject of [
    guessSubject('zhang', undefined),
    guessSubject('zhang', { adminId: 7, deviceKey: 'ab' }),
    guessSubject('zhang', { adminId: 77, deviceKey: 'ab' }),
    guessSubject('zhangs', undefined),
  ]) {
    await countGuess(db, subject, now);
  }
  await forgiveGuesses(db, one);
  const { rows } = await sql<{ subject: string }>`select subject from password_guess order by 1`.execute(db);
  expect(rows.map((row) => row.subject)).toEqual(['account:zhangs', 'device:77:ab']);
});
