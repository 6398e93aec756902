import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { removeRecord } from '#server/kit/remove-record.ts';
import { spuState } from './spu.ts';

/** Removes a style that was never initialised, with its pieces; what anything refers to is refused (domain.md §4.1 删除). */
export async function removeStyle(context: WriteContext, { spu_id: id }: { spu_id: number }): Promise<void> {
  const { rows } = await sql<{
    name: string;
    status: number;
  }>`select name, status from spu where id = ${id} for update`.execute(context.db);
  const [style] = rows;
  if (!style) throw new Refusal('notFound');
  if (style.status !== spuState.toInitialise)
    throw new Refusal('illegalTransition', `商品“${style.name}”已初始化，不能删除`);
  const { rows: pieces } = await sql<{ id: number }>`select id from sku where spu_id = ${id} order by id`.execute(
    context.db,
  );
  for (const piece of pieces)
    await removeRecord(context, { definition: sku, id: piece.id, version: undefined, hooks: {} });
  await removeRecord(context, { definition: spu, id, version: undefined, hooks: {} });
}
