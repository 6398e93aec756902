import { sql } from 'kysely';
import { supplier, suppliersClosing } from '#contract/areas/partners/supplier.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { type EntityHooks, type Kit, serveEntity } from '#server/kit/serve-entity.ts';

/**
 * Suppliers: whoever is bought from has somebody in office who buys (domain.md §3.4, §4.27). Other areas are asked before one is
 * switched off: open purchase orders keep a supplier on.
 */
export function serveSupplier(kit: Kit): void {
  serveEntity(kit, supplier, {
    ...supplierHooks,
    async guardStatus(context, records, status) {
      await supplierHooks.guardStatus?.(context, records, status);
      if (status !== 0) return;
      const supplier_ids = records.map((record) => record.id);
      await kit.registry.events.emit(context, suppliersClosing, { supplier_ids });
    },
  });
}

export const supplierHooks: EntityHooks<typeof supplier> = {
  async derive(context, values, before) {
    const was = idOf(before?.purchaser_id);
    const is = idOf(values.purchaser_id);
    if (is === was) return {};
    const closed = (await lockPurchasers(context, [was, is])).find((one) => one.id === is && one.status !== 1);
    if (closed) throw new Refusal('invalid', `采购员“${closed.name}”已停用`, 'purchaser_id');
    return {};
  },
  async guardStatus(context, records, status) {
    if (status !== 1) return;
    const ids = records.map((record) => idOf(record.purchaser_id));
    const closed = (await lockPurchasers(context, ids)).find((one) => one.status !== 1);
    if (closed) throw new Refusal('illegalTransition', '供应商的采购员已停用，请先更换');
  },
};

const idOf = (value: unknown): number | null => (value as number | null | undefined) ?? null;

interface Named {
  id: number;
  name: string;
  status: number;
}

/** In the order of their ids and as strongly as counting their suppliers will: whoever switches one off meanwhile waits, then finds the supplier. */
async function lockPurchasers(context: WriteContext, ids: readonly (number | null)[]): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, name, status from purchaser where id = any(${ids.filter((id) => id !== null)}) order by id for no key update`.execute(
    context.db,
  );
  return rows;
}
