import { recordAddress } from '#contract/areas/shell/addresses.ts';
import { mostWaiting, type Waiting, workKinds } from '#contract/areas/shell/dashboard.ts';
import { fieldOf } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { moneyKind } from '#contract/kit/kinds/money.ts';
import { quantityKind } from '#contract/kit/kinds/number.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { type CalledTransition, calledTransitions, isJudging } from '#contract/kit/transition.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Documents } from '#server/kit/documents.ts';
import { listRows } from '#server/kit/list-query.ts';
import type { Counts } from './dashboard-todo.ts';

/**
 * The documents that have waited longest of each kind of work, drafts aside, of those that were counted: read as their lists show them, so that
 * masks, titles and what a document hides of itself are those of the lists.
 */
export async function waitingOf(
  context: ReadContext,
  documents: Documents,
  counted: readonly Counts[],
): Promise<Waiting[]> {
  const places = counted.flatMap(({ work, todo: { kind }, ids, since }) =>
    kind === 'draft' ? [] : ids.map((id, at) => ({ work, kind, id, since: since[at] ?? 0 })),
  );
  const chosen = workKinds.flatMap((kind) =>
    places
      .filter((one) => one.kind === kind)
      .sort((one, other) => one.since - other.since || one.id - other.id)
      .slice(0, mostWaiting),
  );
  const { db, actor } = context;
  const shown = new Map<string, Waiting>();
  for (const work of new Set(chosen.map((one) => one.work))) {
    const own = chosen.filter((one) => one.work === work);
    const seen = seenBy(work.definition, actor);
    const { present } = documents.of(work.definition).hooks;
    const ids = own.map(({ id }) => id);
    const { list } = await listRows(db, withoutSums(seen), { actor, asked: { ids, page_size: ids.length } });
    for (const row of list) {
      const found = own.find(({ id }) => id === row.id);
      const record = present?.(context, row, []).record ?? row;
      const one = found && waiting(seen, work.steps, { ...record, kind: found.kind });
      if (one) shown.set(`${one.doc} ${one.id}`, one);
    }
  }
  return chosen.flatMap(({ work, id }) => shown.get(`${work.definition.name} ${id}`) ?? []);
}

/** Nobody reads the sums of a few documents, and they are a statement of their own. */
function withoutSums({ list: { sum: _sum, ...list }, ...definition }: AnyDefinition): AnyDefinition {
  return { ...definition, list };
}

type Row = Readonly<Record<string, unknown>> & { readonly kind: Waiting['kind'] };

function waiting(seen: AnyDefinition, steps: readonly CalledTransition[], row: Row): Waiting | undefined {
  const status = Number(row.status);
  const [label, , tone] = seen.states?.[status] ?? [];
  const [id, no] = [Number(row.id), String(row[seen.number?.field ?? seen.title] ?? '')];
  const url = recordAddress(seen, { id, no });
  if (!label || !tone || !url) return undefined;
  const open = steps.filter((step) => step.from.includes(status));
  const judge = judgeOf(seen, open);
  return {
    doc: seen.name,
    id,
    no,
    label: seen.label,
    state: { label, tone },
    kind: row.kind,
    steps: [...new Set([...(judge ? [judge.label] : []), ...open.map((step) => step.label)])],
    judge: judge?.name ?? null,
    parties: partiesOf(seen, row),
    amount: figureOf(seen, row, moneyKind.name),
    pieces: figureOf(seen, row, quantityKind.name),
    at: String(row.updated_at),
    url,
  };
}

/** The step by which somebody judges it, if one stands open. */
function judgeOf(seen: AnyDefinition, open: readonly CalledTransition[]): { name: string; label: string } | undefined {
  const labels = new Set(open.filter((step) => isJudging(step) || step.approval).map(({ label }) => label));
  const found = calledTransitions(seen).find(([, step]) => labels.has(step.label));
  return found && { name: found[0], label: found[1].label };
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
