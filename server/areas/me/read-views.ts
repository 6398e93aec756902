import { type Kysely, sql } from 'kysely';
import {
  type ColumnChoice,
  type OwnViews,
  type SavedView,
  shareViewCall,
  type TableChoice,
  type ViewContent,
} from '#contract/areas/me/list-views.ts';
import { definitions } from '#contract/definitions.ts';
import { filterNames } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { shownNames } from '#contract/kit/mask.ts';
import { sortsOf } from '#contract/kit/schema.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import { seenBy } from '#server/identity/field-mask.ts';

/** The views that a person may use, as they may see them, and what they have chosen for each table. */
export async function readViews(db: Kysely<unknown>, actor: Actor): Promise<OwnViews> {
  const views = await viewsOf(db, actor);
  const { rows } = await sql<TableChoice & { name: string }>`
    select name, columns, default_view, version from table_choice where admin_id = ${actor.id}`.execute(db);
  const tables = rows.map(({ name, default_view, ...choice }) => {
    // One that is no longer shared with them is no way to begin.
    const usable = views.some(({ id }) => id === default_view);
    return [name, { ...choice, default_view: usable ? default_view : null }] as const;
  });
  return { views, tables: Object.fromEntries(tables), may_share: allows(actor, shareViewCall.access) };
}

/** The definition of a list that this person may open; as they see it, without what is behind keys that they lack. */
export function listSeenBy(actor: Actor, name: string): AnyDefinition | undefined {
  const definition = byName.get(name);
  const access = definition?.calls.list?.[1];
  return definition && access && allows(actor, access) ? seenBy(definition, actor) : undefined;
}

async function viewsOf(db: Kysely<unknown>, actor: Actor): Promise<SavedView[]> {
  const { rows } = await sql<Omit<SavedView, keyof ViewContent> & { content: ViewContent }>`
    select v.id, v.list, v.name, v.version, v.content,
      case when v.admin_id <> ${actor.id} then a.nickname end as owner,
      case when v.admin_id = ${actor.id} then array(select s.role_id from list_view_role s where s.view_id = v.id order by 1)
        else '{}'::bigint[] end as roles
    from list_view v join admin a on a.id = v.admin_id
    where v.admin_id = ${actor.id} or exists (
      select 1 from list_view_role s join admin_role h on h.role_id = s.role_id join role r on r.id = s.role_id and r.status = 1
      where s.view_id = v.id and h.admin_id = ${actor.id})
    order by v.name, v.id`.execute(db);
  return rows.flatMap(({ content, ...view }) => {
    const seen = listSeenBy(actor, view.list);
    return seen ? [{ ...view, ...shownContent(seen, content) }] : [];
  });
}

/** Without what this person may not see, or what the list has no longer: it would only be refused. */
function shownContent(seen: AnyDefinition, { filters, keyword, sort, columns }: ViewContent): ViewContent {
  const known = new Set(filterNames(seen));
  return {
    filters: Object.fromEntries(Object.entries(filters).filter(([name]) => known.has(name))),
    keyword,
    sort: sortsOf(seen).includes(sort) ? sort : '',
    columns: shownColumns(seen, columns),
  };
}

function shownColumns(seen: AnyDefinition, { order, hidden, pinned, widths }: ColumnChoice): ColumnChoice {
  const wide = new Set(shownNames(seen, Object.keys(widths)));
  return {
    order: shownNames(seen, order),
    hidden: shownNames(seen, hidden),
    ...(pinned ? { pinned: shownNames(seen, pinned) } : {}),
    widths: Object.fromEntries(Object.entries(widths).filter(([name]) => wide.has(name))),
  };
}

const byName = new Map(definitions.map((definition) => [definition.name, definition]));
