import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import {
  type CheckRun,
  type CheckState,
  checkRunCall,
  checkStateCall,
  checkTitles,
} from '#contract/areas/ops/checks.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { Registry } from '#server/kit/registry.ts';
import { checkNames } from './check-runner.ts';

/** Serves the account check: how the invariants stand, and asking for a run, which `runWaitingCheck` makes. */
export function serveChecks(registry: Registry): void {
  registry.read(checkStateCall, z.strictObject({}), async ({ db }) => {
    const [states, runs] = await Promise.all([readStates(db), readRuns(db)]);
    const running = runs.find((run) => run.finished_at === null) ?? null;
    return { checks: states, running, runs: runs.filter((run) => run !== running) };
  });
  registry.write(checkRunCall, z.strictObject({}), async (context) => {
    const { rows } = await sql<{ id: number }>`
      insert into account_check (asked_by, asked_at) values (${context.actor.id}, ${context.now.toISOString()})
      on conflict do nothing returning id`.execute(context.db);
    const [run] = rows;
    if (!run) throw new Refusal('illegalTransition', '已有一次核对在进行，请等它完成');
    await writeAudit(context, [
      { docType: 'accountCheck', docId: run.id, docNo: null, action: 'run', label: '发起账户核对' },
    ]);
    return run;
  });
}

// An invariant whose file is gone is history; one that is new has no history yet.
async function readStates(db: Kysely<unknown>): Promise<CheckState[]> {
  const { rows } = await sql<Omit<CheckState, 'title'>>`
    with broken as (select name, max(check_id) as last from account_check_result where outcome = 2 group by name)
    select r.name, r.outcome, r.rows, r.milliseconds, r.checked_at,
      (select min(g.checked_at) from account_check_result g where g.name = r.name and g.outcome = 1 and g.check_id > coalesce(b.last, 0)) as right_since
    from (select distinct on (name) * from account_check_result order by name, check_id desc) r left join broken b on b.name = r.name`.execute(
    db,
  );
  const known = new Map(rows.map((row) => [row.name, row]));
  return checkNames().map((name) => ({
    ...(known.get(name) ?? never),
    name,
    title: checkTitles[name] ?? name,
  }));
}

const never = { outcome: null, rows: [], milliseconds: null, checked_at: null, right_since: null };

async function readRuns(db: Kysely<unknown>): Promise<CheckRun[]> {
  const { rows } = await sql<CheckRun>`
    select c.id, a.nickname as asked_by, c.asked_at, c.started_at, c.finished_at, c.broken_off, c.total,
      count(r.name) as done, count(*) filter (where r.outcome = 2) as broken, count(*) filter (where r.outcome = 3) as unfinished
    from (select * from account_check order by id desc limit ${shownRuns}) c join admin a on a.id = c.asked_by
    left join account_check_result r on r.check_id = c.id group by c.id, a.nickname, c.asked_at, c.started_at, c.finished_at, c.broken_off, c.total order by c.id desc`.execute(
    db,
  );
  return rows;
}

const shownRuns = 30;
