import { sql } from 'kysely';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { countKey, type NextStep } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { calledTransitions } from '#contract/kit/transition.ts';
import { authorsOf } from '#server/kit/approvals.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { onePersonWith } from '#server/kit/one-person.ts';
import type { Participant } from '#server/kit/participants.ts';
import { readRecord } from '#server/kit/read-record.ts';
import type { Standing } from '#server/kit/step.ts';
import { holdersOf } from './counters.ts';
import { countersOf, workersOf } from './participants.ts';
import { isOpen, type Sheet, sheetStatus } from './sheet.ts';

type Record = Awaited<ReturnType<typeof readRecord>> & Sheet;

/** Who may take the next step of a sheet: people with its key who see the warehouse and whom no rule keeps from it. */
export async function readNextStep(context: ReadContext, { id }: { id: number }): Promise<NextStep> {
  const sheet = (await readRecord(context.db, stocktaking, { actor: context.actor, id })) as Record | undefined;
  if (!sheet) throw new Refusal('notFound');
  const step = await stepOf(context, sheet);
  if (!step) return { label: null, people: [], total: 0, roles: [] };
  const holders = await holdersOf(context.db, step.access, sheet.warehouse_id);
  const barred = await barredOf(
    context,
    sheet,
    holders.map((one) => one.id),
  );
  const named = step.access === countKey && sheet.counter_ids.length > 0;
  const people = holders.filter((one) => (named ? sheet.counter_ids.includes(one.id) : !barred.has(one.id)));
  return {
    label: step.label,
    people: people.slice(0, shown).map((one) => one.nickname),
    total: people.length,
    roles: await rolesOf(
      context,
      step.access,
      people.map((one) => one.id),
    ),
  };
}

const shown = 5;

interface Next {
  label: string;
  access: string;
}

/** The first way on that does not end the sheet; while there are zones to count, it is counting. */
async function stepOf({ db }: ReadContext, sheet: Record): Promise<Next | undefined> {
  if (isOpen(sheet)) {
    const { rows } = await sql`
      select 1 from stocktaking_zone where stocktaking_id = ${sheet.id} and round = ${sheet.round} and closed_at is null limit 1`.execute(
      db,
    );
    if (rows.length > 0) return { label: '盘点', access: countKey };
  }
  return calledTransitions(stocktaking)
    .map(([, step]) => step)
    .find((step) => step.from.includes(sheet.status) && !step.cancels);
}

/** Whom the step would turn away: who has a part in the sheet, and who may have signed in as one of them (decision 0032). */
async function barredOf(context: ReadContext, sheet: Record, asked: readonly number[]): Promise<ReadonlySet<number>> {
  const participants = await participantsOf(context, sheet);
  const ids = [...new Set(participants.map(({ id }) => id))];
  if (ids.length === 0) return new Set();
  return new Set([...ids, ...(await onePersonWith(context, asked, ids))]);
}

async function participantsOf(context: ReadContext, sheet: Record): Promise<readonly Participant[]> {
  const sheets = [sheet as unknown as Standing];
  if (sheet.status === sheetStatus.toReview) return (await countersOf(context, sheets)).flat();
  if (sheet.status !== sheetStatus.toAudit) return [];
  return [...(await workersOf(context, sheets)), ...(await authorsOf(context, stocktaking, sheets))].flat();
}

async function rolesOf({ db }: ReadContext, key: string, adminIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct r.name from admin_role h join role r on r.id = h.role_id and r.status = 1 join role_permission p on p.role_id = r.id
    where h.admin_id = any(${adminIds}::bigint[]) and p.permission_key = ${key} order by 1`.execute(db);
  return rows.map((row) => row.name);
}
