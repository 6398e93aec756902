import { z } from 'zod';
import { goodsLeft, outWareCalls, outWareDetail } from '#contract/areas/warehouse/out-ware-detail.ts';
import { listSchema } from '#contract/kit/schema.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import { exportRows } from '#server/kit/export-list.ts';
import { seenSchema } from '#server/kit/seen-schema.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { recordOutbound } from './record-outbound.ts';

/** Outbound records: the areas say that goods have left (`goodsLeft`), and they are written in the same transaction. */
export function serveOutWare(kit: Kit): void {
  const { registry, numbers } = kit;
  serveEntity(kit, outWareDetail);
  registry.events.on(goodsLeft, (context, left) => recordOutbound(context, numbers, left));
  registry.read(
    outWareCalls.export,
    seenSchema(outWareDetail, (seen) => listSchema(seen).extend({ export: z.int().min(1).max(9) })),
    (context, asked) => exportRows(context, seenBy(outWareDetail, context.actor), { asked }),
    outWareDetail,
  );
}
