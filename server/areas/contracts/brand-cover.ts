import { type Kysely, type RawBuilder, sql } from 'kysely';
import { contract } from '#contract/areas/contracts/contract.ts';
import { contractBrandAuth } from '#contract/areas/contracts/contract-brand-auth.ts';
import type { BrandCover } from '#contract/areas/contracts/contract-calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { Participant } from '#server/kit/participants.ts';
import type { LockedDocument } from '#server/kit/step.ts';

/** Is authorisation `auth` one that contract `contract` may stand on for brand `brand`? Of its own, of the one it supplements, or of all; with its paper on file: without it nobody authorised anything. */
export const speaksFor = (auth: string, contract: string, brand: RawBuilder<unknown>): RawBuilder<boolean> => {
  const of = (name: string) => sql.ref(`${auth}.${name}`);
  const own = (name: string) => sql.ref(`${contract}.${name}`);
  return sql<boolean>`(${of('supplier_id')} = ${own('supplier_id')} and ${of('brand_id')} = ${brand}
    and (${of('contract_id')} is null or ${of('contract_id')} = ${own('id')} or ${of('contract_id')} = ${own('parent_contract_id')})
    and exists (select 1 from stored_file f where f.doc_type = ${contractBrandAuth.name} and f.doc_id = ${of('id')} and f.kind = 'auth'))`;
};

/** Does authorisation `auth` hold on this day? */
const holdsOn = (auth: string, day: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${auth}.start_date`)} <= ${day} and ${sql.ref(`${auth}.end_date`)} >= ${day})`;

/** The first day on which a contract that is not in force yet can be: today, or its own first day. */
export const firstDay = (document: LockedDocument<typeof contract>, now: Date): string => {
  const today = businessDay(now);
  const from = document.start_date;
  return from > today ? from : today;
};

/** Refuses a contract with a brand that nobody lets its supplier sell on this day (domain.md §4.4, I43). */
export async function refuseUncovered(db: Kysely<unknown>, id: number, day: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select b.name from contract c join brand b on b.id = any(c.brand_ids)
    where c.id = ${id} and not exists (
      select 1 from contract_brand_auth a where ${speaksFor('a', 'c', sql`b.id`)} and ${holdsOn('a', sql`${day}::date`)})
    order by array_position(c.brand_ids, b.id)`.execute(db);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => `“${name}”`).join('、');
  throw new Refusal(
    'invalid',
    `品牌${names}没有在 ${day} 有效且附有授权书的授权，请先登记品牌授权并上传授权书`,
    'brand_ids',
  );
}

/** Each brand of a contract with the authorisation that reaches furthest among those that have not ended. */
export async function readCover(db: Kysely<unknown>, id: number, now: Date): Promise<BrandCover[]> {
  const today = sql`${businessDay(now)}::date`;
  const { rows } = await sql<BrandCover>`
    select b.id as brand_id, b.name as brand_name, a.id as auth_id, a.auth_level, a.start_date, a.end_date,
      coalesce(a.start_date <= greatest(${today}, c.start_date) and a.end_date >= greatest(${today}, c.start_date), false) as covered
    from contract c join brand b on b.id = any(c.brand_ids)
    left join lateral (
      select a.id, a.auth_level, a.start_date, a.end_date from contract_brand_auth a
      where ${speaksFor('a', 'c', sql`b.id`)} and a.end_date >= ${today}
      order by (a.start_date <= greatest(${today}, c.start_date)) desc, a.end_date desc, a.id desc limit 1) a on true
    where c.id = ${id} order by array_position(c.brand_ids, b.id)`.execute(db);
  return rows;
}

/**
 * Whoever put the papers of these contracts and of the authorisations they stand on in their place: an auditor judges by them, so he writes none of
 * them (design §13: hands go along a chain). In the order of the contracts.
 */
export async function participantsOfPapers(
  db: Kysely<unknown>,
  contracts: readonly { readonly id: number }[],
): Promise<Participant[][]> {
  const ids = contracts.map(({ id }) => id);
  const { rows } = await sql<{ id: number; admin_id: number; own: boolean }>`
    select distinct c.id, l.admin_id, l.doc_type = ${contract.name} as own
    from contract c left join contract_brand_auth a on a.supplier_id = c.supplier_id and a.brand_id = any(c.brand_ids)
      and (a.contract_id is null or a.contract_id in (c.id, c.parent_contract_id))
    join audit_log l on l.action = 'attach' and l.doc_type = ${contract.name} and l.doc_id = c.id
      or l.action in ('add', 'edit', 'attach') and l.doc_type = ${contractBrandAuth.name} and l.doc_id = a.id
    where c.id = any(${ids}::bigint[]) and l.admin_id is not null`.execute(db);
  return ids.map((id) =>
    rows
      .filter((row) => row.id === id)
      .map((row) => ({ id: row.admin_id, part: row.own ? '扫描件上传人' : '授权登记人' })),
  );
}
