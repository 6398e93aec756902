import { limits } from '#contract/kit/limits.ts';
import type { BilingualMessage } from '#server/sheets/bilingual-message.ts';
import { toFen } from '../money.ts';
import { type Remark, remarkKinds } from '../remark.ts';
import type { ThereSku } from './known-catalogue.ts';
import type { Directories } from './load-directories.ts';
import { folded, type Master } from './masters.ts';
import type { Size } from './size-runs.ts';
import type { PieceDraft, RowDraft, StyleDraft } from './style-draft.ts';

interface Judging {
  readonly directories: Directories;
  readonly foldCase: boolean;
  /** Millionths of a yuan for a unit of the sheet's money. */
  readonly rate: number;
  readonly remarks: Remark[];
}

/** Finds the SKU of each row by its colour and size, over all styles: no barcode is two SKUs. */
export class PieceJudge {
  readonly #judging: Judging;
  readonly #holders = new Map<string, PieceDraft>();

  constructor(judging: Judging) {
    this.#judging = judging;
  }

  judge(style: StyleDraft): void {
    const run = this.#runOf(style);
    const sizes = this.#sizesOf(style, run);
    const book = new Map<Master, Map<Master, PieceDraft>>();
    const skus = new Map(style.there?.skus.map((one) => [`${one.colorId}/${one.sizeId}`, one]));
    const colored = style.rows.find(({ color }) => color !== undefined);
    const sized = style.rows.find(({ from }) => from.cells.size !== undefined);
    const { usual: fallback } = this.#judging.directories;
    const sizeless = run === undefined || run === fallback.size.under;
    for (const row of style.rows) {
      if (row.reasons.length > 0) continue;
      const { colors, sizes: known, usual } = this.#judging.directories;
      const [owner] = row.owners;
      const size = this.#sizeOf(row, sizes);
      if (row.reasons.length > 0) continue;
      if (owner && !agrees(row, owner, size)) {
        row.reasons.push({
          en: `its barcode is that of ${owner.skuNo}, which is ${colors.of(owner.colorId).name} ${known.of(owner.sizeId).name}`,
          zh: `条码已属于货品 ${owner.skuNo}（${colors.of(owner.colorId).name} ${known.of(owner.sizeId).name}）`,
        });
        continue;
      }
      if (!owner)
        this.#refuseUnsaid(row, {
          colored: colored?.from.row,
          sized: sized?.from.row,
          run: sizeless ? undefined : run,
        });
      if (row.reasons.length > 0) continue;
      const place: Place = owner
        ? { color: colors.of(owner.colorId), size: known.of(owner.sizeId) }
        : { color: row.color ?? usual.color, size: size ?? usual.size };
      const bySize = book.get(place.color) ?? new Map<Master, PieceDraft>();
      book.set(place.color, bySize);
      const before = bySize.get(place.size);
      const piece = before ?? pieceOf(row, place, skus.get(`${place.color.id}/${place.size.id}`));
      if (!this.#hold(row, piece, { isNew: before === undefined, styleNo: style.styleNo })) continue;
      bySize.set(place.size, piece);
      if (!before) style.pieces.push(piece);
      this.#price(row, piece);
    }
  }

  /** The run of sizes that is said of the style, or that it has; saying another than it has is wrong. */
  #runOf(style: StyleDraft): Master | undefined {
    const { sizes, runs } = this.#judging.directories;
    const said = style.master('size_type');
    const { there } = style;
    const first = there?.skus[0];
    const known = there?.sizeTypeId ? runs.of(there.sizeTypeId) : first && sizes.of(first.sizeId).under;
    if (said && known && said !== known)
      for (const { reasons } of style.rows)
        reasons.push({
          en: `its style has sizes of ${known.name} already, not of ${said.name}`,
          zh: `商品的尺码组是“${known.name}”，不是“${said.name}”`,
        });
    return said ?? known;
  }

  /** The sizes that the style's rows say, by their folded names. */
  #sizesOf(style: StyleDraft, run: Master | undefined): ReadonlyMap<string, Size | BilingualMessage> {
    const rows = style.rows.filter(({ reasons, from }) => reasons.length === 0 && from.cells.size !== undefined);
    const names = [...new Map(rows.map(({ from }) => [folded(from.cells.size ?? ''), from.cells.size ?? ''])).values()];
    if (names.length === 0) return new Map();
    const chosen = this.#judging.directories.sizes.choose(names, run);
    if ('reason' in chosen) return new Map(names.map((name) => [folded(name), chosen.reason]));
    return new Map(
      [...chosen.sizes].map(([key, found]) => [key, 'master' in found ? (found.master as Size) : found.reason]),
    );
  }

  #sizeOf({ from, reasons }: RowDraft, sizes: ReadonlyMap<string, Size | BilingualMessage>): Size | undefined {
    const found = from.cells.size === undefined ? undefined : sizes.get(folded(from.cells.size));
    if (found && 'en' in found) reasons.push(found);
    return found && 'name' in found ? found : undefined;
  }

  /** Where other rows of the style have colours or sizes, a row without is not one of no colour. */
  #refuseUnsaid(
    { from, color, reasons }: RowDraft,
    said: { colored: number | undefined; sized: number | undefined; run: Master | undefined },
  ): void {
    const refuse = (label: BilingualMessage, row: number) =>
      reasons.push({
        en: `no ${label.en}, which row ${row} of its style has`,
        zh: `没有${label.zh}，同款的第 ${row} 行有`,
      });
    if (!color && said.colored !== undefined) refuse({ en: 'colour', zh: '颜色' }, said.colored);
    if (from.cells.size !== undefined) return;
    if (said.sized !== undefined) refuse({ en: 'size', zh: '尺码' }, said.sized);
    else if (said.run)
      reasons.push({
        en: `no size, and its style has sizes of ${said.run.name}`,
        zh: `没有尺码，商品的尺码组是“${said.run.name}”`,
      });
  }

  /** Gives the piece the row's barcodes; false where one of them is another's, or nothing tells the two apart. */
  #hold(row: RowDraft, piece: PieceDraft, { isNew, styleNo }: { isNew: boolean; styleNo: string }): boolean {
    const { from, color, owners, reasons } = row;
    const key = (barcode: string) => (this.#judging.foldCase ? barcode.toUpperCase() : barcode);
    const held = from.cells.barcodes.map((barcode) => ({ barcode, by: this.#holders.get(key(barcode)) }));
    const foreign = held.find(({ by }) => by !== undefined && by !== piece);
    if (foreign?.by)
      reasons.push({
        en: `barcode ${foreign.barcode} is another SKU's in row ${foreign.by.row}`,
        zh: `条码 ${foreign.barcode} 在第 ${foreign.by.row} 行属于另一货品`,
      });
    const unsaid = color === undefined && from.cells.size === undefined && owners.length === 0;
    // A code that is the style's number is no other one, however it is written.
    const another = held.some(({ barcode, by }) => !by && key(barcode) !== key(styleNo)) && held.every(({ by }) => !by);
    if (unsaid && another && (piece.there || (!isNew && piece.barcodes.size > 0)))
      reasons.push(
        piece.there
          ? {
              en: `its style has ${piece.there.skuNo} without colour and size already: say which this is`,
              zh: `同款已有不分颜色和尺码的货品 ${piece.there.skuNo}：请写明颜色或尺码`,
            }
          : {
              en: `row ${piece.row} is of the same style with another code, and neither says a colour or a size`,
              zh: `与第 ${piece.row} 行同款而条码不同：请写明颜色或尺码`,
            },
      );
    if (reasons.length > 0) return false;
    for (const { barcode } of held) {
      this.#holders.set(key(barcode), piece);
      piece.barcodes.add(barcode);
    }
    return true;
  }

  #price({ from }: RowDraft, piece: PieceDraft): void {
    const { rate, remarks } = this.#judging;
    if (from.wholeName !== undefined)
      remarks.push({
        row: from.row,
        code: from.code,
        kind: 'shortened',
        detail: {
          en: `name cut to ${limits.name} characters: ${from.wholeName}`,
          zh: `名称截为 ${limits.name} 个字符：${from.wholeName}`,
        },
      });
    if (from.price === 0) return;
    const { fen, exact } = toFen(from.price, rate);
    if (!exact)
      remarks.push({
        row: from.row,
        code: from.code,
        kind: 'rounded',
        detail: { en: `price rounded to ${fen} fen`, zh: `价格四舍五入为 ${fen} 分` },
      });
    // Of two rows as of the same time the later one in the file counts.
    if (fen === 0 || (piece.pricedAt !== null && from.at < piece.pricedAt)) return;
    piece.fen = fen;
    piece.pricedAt = from.at;
  }
}

interface Place {
  readonly color: Master;
  readonly size: Master;
}

function pieceOf({ from }: RowDraft, place: Place, there: ThereSku | undefined): PieceDraft {
  return { ...place, there, row: from.row, code: from.code, barcodes: new Set(), fen: 0, pricedAt: null };
}

function agrees({ color, from }: RowDraft, owner: ThereSku, size: Size | undefined): boolean {
  return (
    (color === undefined || color.id === owner.colorId) && (from.cells.size === undefined || size?.id === owner.sizeId)
  );
}

/** What a file lacks of a new style, for the report. */
export function remarkLacks(style: StyleDraft, fen: number, remarks: Remark[]): void {
  const row = style.rows[0]?.from.row;
  if (style.word('name') === undefined)
    remarks.push({ row, code: style.styleNo, kind: 'no name', detail: remarkKinds['no name'] });
  if (fen === 0) remarks.push({ row, code: style.styleNo, kind: 'no price', detail: remarkKinds['no price'] });
}
