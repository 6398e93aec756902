import { sql } from 'kysely';
import { z } from 'zod';
import { delSpuCall } from '#contract/areas/goods/del-spu.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { removeRecord } from '#server/kit/remove-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { spuState } from './spu.ts';

/** Serves the removal of styles. */
export function serveDelSpu({ registry }: Kit): void {
  const ids = z.array(z.int().min(1)).min(1).max(limits.pastedEntries, tooManyEntries());
  registry.write(
    delSpuCall,
    z.strictObject({ ids }),
    async (context, asked) => {
      const unique = [...new Set(asked.ids)].toSorted((one, other) => one - other);
      for (const id of unique) await removeStyle(context, id);
      return { count: unique.length };
    },
    spu,
  );
}

async function removeStyle(context: WriteContext, id: number): Promise<void> {
  const [style] = await lockRecords(context, spu, [id]);
  if (!style) throw new Refusal('notFound');
  if (style.status !== spuState.toInitialise)
    throw new Refusal('illegalTransition', `商品“${String(style.name)}”已初始化，不能删除`);
  const { rows: pieces } = await sql<{ id: number }>`select id from sku where spu_id = ${id} order by id`.execute(
    context.db,
  );
  for (const piece of pieces)
    await removeRecord(context, { definition: sku, id: piece.id, version: undefined, hooks: {} });
  await removeRecord(context, { definition: spu, id, version: undefined, hooks: {} });
}
