import { sql } from 'kysely';
import { contractInForce } from '#contract/areas/contracts/contract-events.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/**
 * The supplier's defaults become what was agreed last, and the supplier's history says so. A contract of another model than the
 * supplier's own leaves them alone: they are what documents without a contract go by.
 */
export function followContracts({ registry }: Pick<Kit, 'registry'>): void {
  registry.events.on(contractInForce, async (context, { contract_no, supplier_id, co_model, terms }) => {
    const { rows } = await sql<Values & { supplier_no: string }>`
      select * from supplier where id = ${supplier_id} and co_model = ${co_model}`.execute(context.db);
    const [before] = rows;
    const changed = Object.entries(terms).filter(([name, agreed]) => before?.[name] !== agreed);
    if (!before || changed.length === 0) return;
    const sets = sql.join(changed.map(([name, agreed]) => sql`${sql.ref(name)} = ${agreed}`));
    await sql`
      update supplier set ${sets}, version = version + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()}
      where id = ${supplier_id}`.execute(context.db);
    await writeAudit(context, [
      {
        docType: supplier.name,
        docId: supplier_id,
        docNo: before.supplier_no,
        action: 'terms',
        label: '合同条款生效',
        remark: contract_no,
        changes: Object.fromEntries(changed.map(([name, agreed]) => [name, { before: before[name], after: agreed }])),
      },
    ]);
  });
}
