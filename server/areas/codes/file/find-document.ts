import { type Kysely, sql } from 'kysely';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { Source } from '#server/ledger/posting.ts';

/** The document of that number that a file is of, with its warehouse; refuses one that is not there for this person. Other documents name their codes themselves. */
export async function findDocument(
  db: Kysely<unknown>,
  actor: Actor,
  { no, of }: { no: string; of: AnyDefinition },
): Promise<Source & { warehouseId: number }> {
  const number = of.number?.field ?? 'id';
  const { rows } = await sql<Source & { warehouseId: number }>`
    select ${of.name}::text as "docType", r.id as "docId", r.${sql.ref(number)} as "docNo", r.warehouse_id as "warehouseId"
    from ${sql.table(tableOf(of))} as r where r.${sql.ref(number)} = ${no} and ${isVisible(of, actor, 'r')}`.execute(
    db,
  );
  const [found] = rows;
  if (!found)
    throw new Refusal(
      'invalid',
      `${of.label} ${no} 不存在。这类文件只用于${of.label}，其他单据请在单据中扫码指明唯一码`,
      'source_no',
    );
  return found;
}
