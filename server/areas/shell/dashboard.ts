import { z } from 'zod';
import { type DashboardAnswer, dashboard, type Todo, workKinds } from '#contract/areas/shell/dashboard.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { allows } from '#server/identity/actor.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { readSetting } from '#server/kit/read-setting.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { figuresOf } from './dashboard-figures.ts';
import { recentOf } from './dashboard-recent.ts';
import { salesOf } from './dashboard-sales.ts';
import { alertsOf, movesOf } from './dashboard-stock.ts';
import { countedWork, worksOf } from './dashboard-todo.ts';
import { waitingOf } from './dashboard-waiting.ts';
import { expiringRows } from './expiring-rows.ts';

/** What waits for a person in an area that has no documents. */
export type OtherTodo = (context: Pick<ReadContext, 'db' | 'actor'>) => Promise<Todo[]>;

/**
 * Serves the landing page's figures: each by a statement of its own, one after the other, so that a morning rush does not take
 * every connection. `others` are what areas bring that this one knows nothing of.
 */
export function serveDashboard({ registry }: Kit, others: readonly OtherTodo[] = []): void {
  registry.read(dashboard, z.strictObject({}), async (context): Promise<DashboardAnswer> => {
    const counted = await countedWork(context, worksOf(context.actor));
    const sales = await salesOf(context);
    return {
      todo: inOrder([...counted.map((one) => one.todo), ...(await otherTodos(context, others))]),
      waiting: await waitingOf(context, registry.documents, counted),
      figures: await figuresOf(context, sales),
      ...(await alertsOf(context)),
      expire_count: await expiringOf(context),
      recent: await recentOf(context),
      moves: await movesOf(context),
      sales,
      at: context.now.toISOString(),
    };
  });
}

/** What others wait for a judgement on comes first, one's own drafts last, and of each kind of work what has waited longest. */
function inOrder(todo: readonly Todo[]): Todo[] {
  const placeOf = ({ kind }: Todo) => workKinds.indexOf(kind);
  return [...todo].sort(
    (one, other) => placeOf(one) - placeOf(other) || Date.parse(one.oldest) - Date.parse(other.oldest),
  );
}

async function otherTodos(context: ReadContext, others: readonly OtherTodo[]): Promise<Todo[]> {
  const found: Todo[] = [];
  for (const other of others) found.push(...(await other(context)));
  return found;
}

async function expiringOf({ db, actor, now }: ReadContext): Promise<number | null> {
  if (!allows(actor, stock.calls.list?.[1] ?? 'login')) return null;
  const days = await readSetting(db, 'sku_expire_notice_times');
  if (days.length === 0) return null;
  const until = businessDay(new Date(now.getTime() + Math.max(...days) * 86_400_000));
  const { rows } = await expiringRows({ actor, until, limit: 1, offset: 0 }).execute(db);
  return rows[0]?.total ?? 0;
}
