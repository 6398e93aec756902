import type { goodsDamaged } from '#contract/areas/allocation/allot-events.ts';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import type { EventKind } from '#contract/kit/event.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { holdImperfect } from './register.ts';

type Damaged = typeof goodsDamaged extends EventKind<infer Payload> ? Payload : never;

/** Registers pieces that another document says are damaged, and keeps them until they are judged (amendments G11). */
export async function registerDamaged(
  kit: Pick<Kit, 'numbers' | 'policies'>,
  context: WriteContext,
  { warehouse_id, source, source_no, lines }: Damaged,
): Promise<void> {
  const made = await createDocument(kit, context, {
    definition: imperfectRecord,
    values: { warehouse_id, source_type: source, source_no },
    lines: lines.map((line) => ({ ...line })),
    label: '登记',
  });
  await holdImperfect(kit, context, { id: made.id, imperfect_no: requireField(made, 'no'), warehouse_id });
}
