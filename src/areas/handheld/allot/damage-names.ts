import type { NamedDamage } from '#contract/areas/allocation/allot-entry.ts';
import { peekStored, setStored } from '#src/platform/storage.ts';
import { isCounted } from '../stocktaking/scan.ts';
import type { AllotOperation } from './entry.ts';
import type { Counted } from './figures.ts';

/** A line some of whose pieces are damaged and have codes: what is known of which they are. */
export interface DamagedLine {
  readonly counted: Counted;
  /** Pieces that were read here as damaged, by their codes. */
  readonly read: readonly string[];
  /** Pieces that somebody has named besides. */
  readonly named: readonly string[];
}

/** What naming a code came to. */
export type Naming = { readonly ok: true; readonly code: string } | { readonly ok: false; readonly words: string };

/** Lines with damaged pieces that have codes of their own, in their order. */
export function damagedLines(at: {
  counted: readonly Counted[];
  rows: readonly AllotOperation[];
  named: readonly string[];
}): DamagedLine[] {
  const counting = at.rows.filter(isCounted);
  const voided = new Set(counting.flatMap(({ payload }) => payload.voids ?? []));
  const read = counting.filter(({ op_id, payload }) => payload.kind === 'add' && !voided.has(op_id));
  return at.counted
    .filter(({ damaged, goods }) => damaged > 0 && goods.pieces?.length)
    .map((counted) => {
      const { pieces = [], imperfect_type: sent } = counted.goods;
      const seen = read.filter(({ payload: { imperfect_type: grade } }) => grade !== 0 && grade !== sent);
      const barcodes = new Set(seen.map(({ payload }) => payload.barcode));
      const codes = pieces
        .filter(({ unique_code, epc }) => barcodes.has(unique_code) || (epc !== null && barcodes.has(epc)))
        .map(({ unique_code }) => unique_code);
      const own = new Set(pieces.map(({ unique_code }) => unique_code));
      return { counted, read: codes, named: at.named.filter((code) => own.has(code) && !codes.includes(code)) };
    });
}

/** A gun may type letters in another case. */
function pieceIn(lines: readonly DamagedLine[], text: string): { line: DamagedLine; code: string } | undefined {
  const code = text.toUpperCase();
  for (const line of lines)
    for (const { unique_code, epc } of line.counted.goods.pieces ?? [])
      if (unique_code.toUpperCase() === code || epc === code) return { line, code: unique_code };
  return undefined;
}

/** Is it the code of a piece of theirs, whole? */
export const isPieceOf = (lines: readonly DamagedLine[], code: string): boolean => pieceIn(lines, code) !== undefined;

/** Names a piece by its code or its tag; answers the code, or why it is none of them. */
export function nameDamaged(lines: readonly DamagedLine[], text: string): Naming {
  const piece = pieceIn(lines, text);
  if (!piece) return { ok: false, words: `${text} 不是本单有残次的货品的唯一码` };
  const { line, code } = piece;
  if (line.read.includes(code)) return { ok: false, words: `${code} 已按残次扫过` };
  if (line.named.includes(code)) return { ok: false, words: `${code} 已指明` };
  const { damaged } = line.counted;
  if (line.read.length + line.named.length >= damaged)
    return { ok: false, words: `残次只有 ${damaged} 件，都已指明；多出来的请先按残次品级清点` };
  return { ok: true, code };
}

/** What a signing says of them. */
export const namesToSign = (lines: readonly DamagedLine[]): NamedDamage[] =>
  lines
    .filter(({ named }) => named.length > 0)
    .map(({ counted, named }) => ({ line_id: counted.goods.line_id, codes: named }));

const keyOf = (uid: number, id: number): string => `device:damaged:${uid}:${id}`;
/** Seconds: nobody signs for a delivery of last month. */
const keptFor = 30 * 86_400;

/** What this person has named so far of an allot, until it is signed for: it outlives the page. */
export function keptNames(uid: number, id: number): readonly string[] {
  const kept = peekStored(keyOf(uid, id));
  return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : [];
}

/** False when the device would not take it. */
export const keepNames = (uid: number, id: number, names: readonly string[]): boolean =>
  setStored(keyOf(uid, id), names, keptFor);
