import { figureKey } from '#contract/areas/warehouse/count-fold.ts';
import type { CountView } from '../count-view.ts';
import type { Read } from './code-queue.ts';
import { namesOf, type Pieces } from './pieces.ts';

/**
 * What a person must hear who reads codes of goods that they have counted by barcode in the same zone: a barcode does not say which piece it was,
 * so one that is read now may be counted already. Empty where there is nothing to say.
 */
export function mixedWords(
  reads: readonly Read[],
  at: { pieces: Pieces; view: CountView; uid: number; zone: string; round: number },
): string {
  const { pieces, view, uid: counter, zone, round } = at;
  const asked = new Map(
    reads.flatMap(({ piece }) => (piece ? [[`${piece.sku_id}/${piece.imperfect_type}`, piece] as const] : [])),
  );
  let count = 0;
  for (const { sku_id: goods, imperfect_type } of asked.values()) {
    const total = view.figures.get(figureKey({ round, zone, counter, goods, imperfect_type }))?.qty ?? 0;
    const own = pieces.all.filter((one) => one.sku_id === goods && one.imperfect_type === imperfect_type);
    const coded = own.flatMap((one) => namesOf(one).flatMap(view.ofCode));
    count += total - coded.filter((row) => row.zone === zone && row.round === round).length;
  }
  return count > 0 ? `本区已按条码盘过 ${count} 件，同一件不要再读码` : '';
}
