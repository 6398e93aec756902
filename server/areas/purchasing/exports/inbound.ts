import { type RawBuilder, sql } from 'kysely';
import { inboundExport } from '#contract/areas/purchasing/exports.ts';
import { type Asked, askedOf, isAmong } from '#server/tasks/exports/asked.ts';
import type { SourceOf } from '#server/tasks/exports/source.ts';
import { inboundBatchesSource } from './inbound-batches.ts';
import { inboundDetailsSource } from './inbound-details.ts';

const batches = 1;

/** Inbound batches, or their lines (domain.md §9.2 inbound). */
export const inboundSource: SourceOf = (payload, actor) => {
  const asked = askedOf(inboundExport, payload);
  const where = batchConditions(asked);
  return payload.list_type === batches
    ? inboundBatchesSource({ asked, actor, where })
    : inboundDetailsSource({ asked, actor, where });
};

/** batch_value_type of domain.md §2: where a number is looked for, over batches `b`. */
const numbers: Readonly<
  Record<number, (wanted: (column: RawBuilder<unknown>) => RawBuilder<boolean>) => RawBuilder<boolean>>
> = {
  1: (wanted) => wanted(sql`b.batch_no`),
  2: (wanted) => wanted(sql`b.in_stock_no`),
  3: (wanted) => sql`b.purchase_id in (select id from purchase_order where ${wanted(sql`purchase_no`)})`,
  4: (wanted) => sql`b.arrival_id in (select id from arrival_order where ${wanted(sql`arrival_no`)})`,
};

/** What a payload asks of batches `b`. */
function batchConditions(asked: Asked): RawBuilder<boolean>[] {
  const values = asked.values<string>('purchase_ware_batch_value');
  const byNumber = numbers[asked.value<number>('purchase_ware_batch_type') ?? 0];
  return [
    ...asked.among(sql`b.warehouse_id`, 'w_ids', 'bigint'),
    ...asked.among(sql`b.status`, 'status_list', 'smallint'),
    ...asked.among(sql`b.created_by`, 'admin_ids', 'bigint'),
    ...asked.during(sql`b.created_at`, 'created_at_start', 'created_at_end'),
    ...asked.during(sql`b.into_time`, 'into_time_start', 'into_time_end'),
    ...(values && byNumber ? [byNumber((column) => isAmong(column, values, 'text'))] : []),
  ];
}
