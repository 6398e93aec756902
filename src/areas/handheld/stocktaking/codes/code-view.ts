import type { SheetGoods, SheetPiece } from '#contract/areas/warehouse/count-entry.ts';
import type { CountView } from '../count-view.ts';
import { namesOf, type Pieces } from './pieces.ts';

/** How a take by codes stands, as far as this device knows. Nothing is expected on a blind count. */
export interface Taken {
  /** Codes that this person has read in the zone, those that are nobody's among them. */
  inZone: number;
  /** Pieces of the warehouse that were read anywhere, by this person or as the download said by others. */
  found: number;
  /** Pieces that stand in the warehouse by the books, and those of them whose place is in the zone; null where that is not to be known. */
  expected: number | null;
  zone: { expected: number; found: number } | null;
  /** The same by goods and grade; `plan` null where that is not to be known. */
  goods: readonly { key: string; goods: SheetGoods | null; plan: number | null; qty: number }[];
  /** Expected in the zone, or nobody knows where, and not read yet; not told on a blind count. */
  missing: readonly SheetPiece[];
}

/** Puts together what was read and what was expected; pure. */
export function takenOf(
  pieces: Pieces,
  { figures, zone, round, blind }: { figures: CountView['figures']; zone: string; round: number; blind: boolean },
): Taken {
  const read = new Set<string | number>();
  let inZone = 0;
  for (const figure of figures.values()) {
    read.add(figure.goods);
    if (figure.zone === zone && figure.round === round) inZone += 1;
  }
  const isRead = (piece: SheetPiece) => piece.read_in !== null || namesOf(piece).some((name) => read.has(name));
  const byGoods = new Map<string, { key: string; goods: SheetGoods | null; plan: number | null; qty: number }>();
  const missing: SheetPiece[] = [];
  let expected = 0;
  let found = 0;
  const own = { expected: 0, found: 0 };
  for (const piece of pieces.all) {
    const isHere = piece.place === 'here';
    const got = isRead(piece);
    if (!got && !isHere) continue;
    const counts = got && piece.place !== 'elsewhere' ? 1 : 0;
    found += counts;
    if (isHere) {
      expected += 1;
      if (piece.zone === zone) {
        own.expected += 1;
        own.found += counts;
      }
      if (!got && (piece.zone ?? zone) === zone) missing.push(piece);
    }
    if (!isHere && counts === 0) continue;
    const key = `${piece.sku_id}/${piece.imperfect_type}`;
    const before = byGoods.get(key) ?? { key, goods: pieces.goodsOf(piece), plan: blind ? null : 0, qty: 0 };
    byGoods.set(key, {
      ...before,
      plan: before.plan === null ? null : before.plan + (isHere ? 1 : 0),
      qty: before.qty + counts,
    });
  }
  return {
    inZone,
    found,
    expected: blind ? null : expected,
    zone: blind || own.expected === 0 ? null : own,
    goods: [...byGoods.values()].toSorted((one, other) =>
      (one.goods?.sku_no ?? '').localeCompare(other.goods?.sku_no ?? ''),
    ),
    missing,
  };
}
