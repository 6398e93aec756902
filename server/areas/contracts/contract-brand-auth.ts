import { sql } from 'kysely';
import { contractBrandAuth } from '#contract/areas/contracts/contract-brand-auth.ts';
import { contractState } from '#contract/areas/contracts/contract-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import { type EntityHooks, type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { speaksFor } from './brand-cover.ts';

/** Authorisations of brands (domain.md §3.4). */
export function serveBrandAuth(kit: Kit): void {
  serveEntity(kit, contractBrandAuth, brandAuthHooks);
}

export const brandAuthHooks: EntityHooks<typeof contractBrandAuth> = {
  async derive(context, values) {
    await refuseOtherContract(context, values);
    const today = businessDay(context.now);
    const { start_date, end_date } = values as { start_date: string; end_date: string };
    return { is_valid: start_date <= today && today <= end_date };
  },
  after: (context, _id, values, before) => (before ? refuseUnfounded(context, [before, values]) : Promise.resolve()),
};

async function refuseOtherContract({ db }: WriteContext, values: Values): Promise<void> {
  if (typeof values.contract_id !== 'number') return;
  const { rows } = await sql<{ contract_no: string; ours: boolean; named: boolean }>`
    select contract_no, supplier_id = ${values.supplier_id} as ours, ${values.brand_id}::bigint = any(brand_ids) as named from contract where id = ${values.contract_id}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) return;
  if (!found.ours) throw new Refusal('invalid', `合同 ${found.contract_no} 不是此供应商的合同`, 'contract_id');
  if (!found.named) throw new Refusal('invalid', `合同 ${found.contract_no} 不包含此品牌`, 'brand_id');
}

/**
 * What a contract stood on when it took effect stays true (I43): an authorisation may end earlier than it said, and may not turn out
 * never to have been there.
 */
async function refuseUnfounded({ db }: WriteContext, versions: readonly Values[]): Promise<void> {
  const suppliers = versions.map(({ supplier_id }) => supplier_id);
  const brands = versions.map(({ brand_id }) => brand_id);
  const { rows } = await sql<{ contract_no: string; name: string }>`
    select c.contract_no, b.name from contract c join brand b on b.id = any(c.brand_ids)
    where c.status = ${contractState.inForce} and c.effective_date is not null
      and c.supplier_id = any(${suppliers}::bigint[]) and b.id = any(${brands}::bigint[])
      and not exists (
        select 1 from contract_brand_auth a where ${speaksFor('a', 'c', sql`b.id`)} and c.effective_date between a.start_date and a.end_date)
    order by c.id limit 1`.execute(db);
  const [found] = rows;
  if (found)
    throw new Refusal(
      'invalid',
      `执行中的合同 ${found.contract_no} 生效时依据此授权（品牌“${found.name}”），授权期不能改为不含其生效日期`,
      'start_date',
    );
}
