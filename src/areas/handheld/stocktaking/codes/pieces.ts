import type { SheetDownload, SheetGoods, SheetPiece } from '#contract/areas/warehouse/count-entry.ts';

/** The pieces of a sheet that have codes of their own, as its screens look them up. */
export interface Pieces {
  readonly all: readonly SheetPiece[];
  /** The piece of a number or a tag, however its letters were typed. */
  find(text: string): SheetPiece | null;
  /** The goods of a piece, in its grade where the sheet has that. */
  goodsOf(piece: SheetPiece): SheetGoods | null;
}

/** A code as the books spell it: digits of a number, capital letters of a tag. */
export const spelled = (text: string): string => text.trim().toUpperCase();

/** What a piece may be read as. */
export const namesOf = ({ unique_code, epc }: SheetPiece): string[] =>
  epc === null ? [unique_code] : [unique_code, epc];

/** Makes the look-up of a sheet's pieces. */
export function piecesOf({ pieces, coded, goods }: Pick<SheetDownload, 'pieces' | 'coded' | 'goods'>): Pieces {
  const all = pieces ?? coded ?? [];
  const byName = new Map(all.flatMap((piece) => namesOf(piece).map((name) => [name, piece])));
  const byKey = new Map(goods.map((one) => [`${one.sku_id}/${one.imperfect_type}`, one]));
  const bySku = new Map(goods.map((one) => [one.sku_id, one]));
  return {
    all,
    find: (text) => byName.get(spelled(text)) ?? null,
    goodsOf: ({ sku_id, imperfect_type }) => byKey.get(`${sku_id}/${imperfect_type}`) ?? bySku.get(sku_id) ?? null,
  };
}
