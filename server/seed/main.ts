import { type Kysely, sql } from 'kysely';
import { inOrder } from '#contract/kit/area.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { Numbers } from '#server/kit/numbering.ts';
import type { Clock } from '../platform/clock.ts';
import type { FileStore } from '../platform/file-store.ts';
import type { SeedPart } from './context.ts';

/** What the demo company is made with. `log` takes one line for each step. */
export interface DemoSeed {
  readonly db: Kysely<unknown>;
  readonly clock: Clock;
  readonly files: FileStore;
  readonly password: string;
  /** What it is made of, in its order. */
  readonly steps: readonly SeedPart[];
  log(line: string): void;
}

/**
 * Loads the demo company (domain.md §13) into an empty database and nothing into any other. Each step commits together with its
 * mark, so a load that was killed goes on where it stopped at the next start. Answers whether this is the demo company now.
 */
export async function seedDemo({ db, clock, files, password, steps, log }: DemoSeed): Promise<boolean> {
  return await db.connection().execute(async (session) => {
    // Two servers that start at once: the second waits, then finds everything done. A lock of the session has no time limit.
    await sql`select pg_advisory_lock(hashtext('demo data'))`.execute(session);
    try {
      const before = await marksIn(db);
      if (before === undefined && !(await isEmpty(db))) return false;
      if (before?.includes(complete)) return true;
      const missing = steps.filter((step) => !before?.includes(step.name));
      // From here on the database is the demo company's, however often the load is killed.
      await mark(db, []);
      if (before !== undefined) log('The demo data was left half loaded; going on.');
      const now = clock.now();
      const numbers = new Numbers(db);
      for (const step of missing) {
        const started = performance.now();
        // Accounts come by a transaction of their own, which may be run twice.
        if (step.before) await step.before(db, { password, clock });
        await inTransaction(db, async (tx) => {
          await step.run({ tx, now, numbers, files });
          await mark(tx, [step.name]);
        });
        log(`Demo data: ${step.name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
      }
      await sql`analyze`.execute(db);
      await mark(db, [complete]);
      return true;
    } finally {
      await sql`select pg_advisory_unlock(hashtext('demo data'))`.execute(session);
    }
  });
}

/** The parts of the areas, each behind those that it needs. Throws for a need that nobody fills. */
export function seedSteps(areas: readonly { readonly seed?: readonly SeedPart[] }[]): SeedPart[] {
  const parts = areas.flatMap(({ seed = [] }) => seed);
  return inOrder(parts, ({ name, after }) =>
    after.map((needed) => {
      const part = parts.find((one) => one.name === needed);
      if (!part) throw new Error(`the demo data has no part ${needed}, which ${name} needs`);
      return part;
    }),
  );
}

const key = 'demo_data';

/** The last mark: a demo company that was once complete gets no steps that later versions add. */
const complete = 'complete';

/** The steps that are done; undefined when no load has ever begun here. */
async function marksIn(db: Kysely<unknown>): Promise<string[] | undefined> {
  const { rows } = await sql<{ value: string[] }>`select value from config where key = ${key}`.execute(db);
  return rows[0]?.value;
}

async function mark(db: Kysely<unknown>, done: readonly string[]): Promise<void> {
  await sql`
    insert into config (key, value, name, updated_by) values (${key}, ${JSON.stringify(done)}::jsonb, '演示数据', 1)
    on conflict (key) do update set value = config.value || excluded.value, updated_at = now()`.execute(db);
}

async function isEmpty(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select 1 from admin where password_hash is not null) or exists (select 1 from organize) or exists (select 1 from warehouse)
      or exists (select 1 from brand) or exists (select 1 from spu) as used`.execute(db);
  return rows[0]?.used === false;
}
