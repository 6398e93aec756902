import { type RawBuilder, sql } from 'kysely';
import { recordAddress } from '#contract/areas/shell/addresses.ts';
import { mostWaiting, type Todo, type Waiting, workKinds } from '#contract/areas/shell/dashboard.ts';
import { fieldOf } from '#contract/kit/base-fields.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { moneyKind } from '#contract/kit/kinds/money.ts';
import { quantityKind } from '#contract/kit/kinds/number.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { type CalledTransition, calledTransitions, isJudging } from '#contract/kit/transition.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import { waitsFor } from '#server/kit/around/waiting.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { listRows, whereClause } from '#server/kit/list-query.ts';
import type { Work } from './dashboard-todo.ts';

/**
 * The documents that have waited longest of each kind of work, drafts aside: found in one statement over what is counted, then read as
 * their lists show them, so that masks and titles are those of the lists.
 */
export async function waitingOf(
  { db, actor }: Pick<ReadContext, 'db' | 'actor'>,
  works: readonly Work[],
  todo: readonly Todo[],
): Promise<Waiting[]> {
  const places = works.flatMap((work) =>
    todo.filter(({ doc, kind }) => doc === work.definition.name && kind !== 'draft').map((one) => ({ ...work, one })),
  );
  const looks = places.flatMap(({ definition, one }): RawBuilder<unknown>[] => {
    const waits = waitsFor(definition, actor, 'r');
    const scoped = scopeCondition(definition, actor, 'r');
    return waits
      ? [
          sql`(select ${definition.name}::text as doc, ${one.kind}::text as kind, r.id, r.updated_at as at from ${sql.table(tableOf(definition))} as r
      ${whereClause([waits, sql<boolean>`r.status = ${one.status}`, ...(scoped ? [scoped] : [])])} order by r.updated_at, r.id limit ${mostWaiting})`,
        ]
      : [];
  });
  if (looks.length === 0) return [];
  const { rows } = await sql<Found>`
    select * from (${sql.join(looks, sql` union all `)}) as w order by at, doc, id`.execute(db);
  const chosen = workKinds.flatMap((kind) => rows.filter((row) => row.kind === kind).slice(0, mostWaiting));
  const shown = new Map<string, Waiting>();
  for (const { definition, steps } of works) {
    const ids = chosen.filter(({ doc }) => doc === definition.name).map(({ id }) => id);
    if (ids.length === 0) continue;
    const seen = seenBy(definition, actor);
    const { list } = await listRows(db, seen, { actor, asked: { ids, page_size: ids.length } });
    for (const row of list) {
      const found = chosen.find(({ doc, id }) => doc === definition.name && id === row.id);
      const one = found && waiting(seen, steps, { ...row, kind: found.kind });
      if (one) shown.set(`${definition.name} ${one.id}`, one);
    }
  }
  return chosen.flatMap(({ doc, id }) => shown.get(`${doc} ${id}`) ?? []);
}

interface Found {
  doc: string;
  kind: Waiting['kind'];
  id: number;
  at: string;
}

type Row = Readonly<Record<string, unknown>> & { readonly kind: Waiting['kind'] };

function waiting(seen: AnyDefinition, steps: readonly CalledTransition[], row: Row): Waiting | undefined {
  const status = Number(row.status);
  const [label, , tone] = seen.states?.[status] ?? [];
  const [id, no] = [Number(row.id), String(row[seen.number?.field ?? seen.title] ?? '')];
  const url = recordAddress(seen, { id, no });
  if (!label || !tone || !url) return undefined;
  const open = steps.filter((step) => step.from.includes(status));
  return {
    doc: seen.name,
    id,
    no,
    label: seen.label,
    state: { label, tone },
    kind: row.kind,
    steps: [...new Set(open.map((step) => step.label))],
    judge: judgeOf(seen, open),
    parties: partiesOf(seen, row),
    amount: figureOf(seen, row, moneyKind.name),
    pieces: figureOf(seen, row, quantityKind.name),
    at: String(row.updated_at),
    url,
  };
}

function judgeOf(seen: AnyDefinition, open: readonly CalledTransition[]): string | null {
  const labels = new Set(open.filter((step) => isJudging(step) || step.approval).map(({ label }) => label));
  return calledTransitions(seen).find(([, step]) => labels.has(step.label))?.[0] ?? null;
}

function partiesOf(seen: AnyDefinition, row: Row): string[] {
  return seen.list.columns
    .filter((name) => name in seen.fields)
    .map((name) => row[titleKey(name)])
    .filter((title): title is string => typeof title === 'string' && title !== '')
    .slice(0, mostParties);
}

/** The first sum of the list of this kind: what the document comes to. */
function figureOf(seen: AnyDefinition, row: Row, kind: string): number | null {
  const name = seen.list.sum?.find((one) => fieldOf(seen, one).kind.name === kind);
  const value = name === undefined ? undefined : row[name];
  return typeof value === 'number' ? value : null;
}

/** From whom to whom. */
const mostParties = 2;
