import { type Kysely, sql } from 'kysely';
import { definitions } from '#contract/definitions.ts';
import { isDocument, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { Source } from '#server/ledger/posting.ts';

/** The documents that codes are read for: those that move or hold stock in one warehouse. */
const readFor = definitions
  .filter(isDocument)
  .filter(({ ledger, fields, calls }) => ledger && fields.warehouse_id && calls.detail);

/** The document of that number, with its warehouse; refuses one that is not there for this person. */
export async function findDocument(
  db: Kysely<unknown>,
  actor: Actor,
  { no, only }: { no: string; only?: string | undefined },
): Promise<Source & { warehouseId: number }> {
  const asked = readFor
    .filter(({ name }) => only === undefined || name === only)
    .map(
      (one) => sql`
      select ${one.name}::text as "docType", r.id as "docId", r.${sql.ref(one.number.field)} as "docNo", r.warehouse_id as "warehouseId"
      from ${sql.table(tableOf(one))} as r where r.${sql.ref(one.number.field)} = ${no} and ${isVisible(one, actor, 'r')}`,
    );
  const { rows } = await sql<Source & { warehouseId: number }>`${sql.join(asked, sql` union all `)}`.execute(db);
  const [found] = rows;
  if (!found) throw new Refusal('invalid', '单据不存在', 'source_no');
  return found;
}
