import { type RawBuilder, sql } from 'kysely';
import { accessesOf, recordAddress } from '#contract/areas/shell/addresses.ts';
import type { RecentDocument } from '#contract/areas/shell/dashboard.ts';
import { definitions } from '#contract/definitions.ts';
import { type AnyDefinition, isDocument, tableOf } from '#contract/kit/definition.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';

/** The documents that this person had in hand last, as far as they may still see them, the latest first. */
export async function recentOf({ db, actor }: Pick<ReadContext, 'db' | 'actor'>): Promise<RecentDocument[]> {
  const kinds = definitions.filter((one) => isDocument(one) && mayOpen(one, actor));
  if (kinds.length === 0) return [];
  const { rows } = await sql<Row>`
    with mine as (
      select doc_type, doc_id, max(at) as at from (
        select l.doc_type, l.doc_id, l.at from audit_log l where l.admin_id = ${actor.id} order by l.at desc limit ${steps}) as s
      group by doc_type, doc_id)
    select * from (${sql.join(
      kinds.map((kind) => documentsOf(kind, actor)),
      sql` union all `,
    )}) as d order by d.at desc, d.no desc limit ${most}`.execute(db);
  return rows.flatMap(shown);
}

/** Documents shown, and the steps of a person's history that they are taken from. */
const most = 8;
const steps = 200;

interface Row {
  kind: string;
  id: number;
  no: string;
  status: number;
  at: string;
}

function documentsOf(definition: AnyDefinition, actor: Actor): RawBuilder<unknown> {
  const scoped = scopeCondition(definition, actor, 'r');
  const number = sql.ref(`r.${definition.number?.field ?? definition.title}`);
  return sql`select ${definition.name}::text as kind, r.id, ${number}::text as no, r.status::int as status, m.at
    from mine m join ${sql.table(tableOf(definition))} as r on r.id = m.doc_id where m.doc_type = ${definition.name}${scoped ? sql` and ${scoped}` : sql``}`;
}

function mayOpen(definition: AnyDefinition, actor: Actor): boolean {
  const address = recordAddress(definition, { id: 0, no: '' });
  return (
    address !== undefined && accessesOf(definition).every((access) => access !== undefined && allows(actor, access))
  );
}

function shown({ kind, id, no, status, at }: Row): RecentDocument[] {
  const definition = definitions.find((one) => one.name === kind);
  const [label, , tone] = definition?.states?.[status] ?? [];
  const url = definition && recordAddress(definition, { id, no });
  return definition && label && tone && url ? [{ label: definition.label, no, state: { label, tone }, at, url }] : [];
}
