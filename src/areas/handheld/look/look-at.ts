import { type CodeTrack, codeCalls } from '#contract/areas/codes/code-calls.ts';
import { isCodeNumber } from '#contract/areas/codes/code-number.ts';
import { type StockSeen, stockLookCall } from '#contract/areas/warehouse/stock-look.ts';
import { read } from '#src/engine/failure.ts';
import type { Wire } from '#src/wire/wire.ts';

/** What a code was found to be: one piece with its life, or goods with what stands where. */
export type Seen = { is: 'piece'; track: CodeTrack } | { is: 'goods'; rows: StockSeen[] };

/** Whether a text is a number of one piece: a unique code, or what its tag says. */
export const isPiece = (code: string): boolean => isCodeNumber(code) || epcPattern.test(code);

/** Asks the server what a code is. Rejects with the failure of the call. */
export async function lookAt(wire: Wire, code: string, signal: AbortSignal): Promise<Seen> {
  if (isPiece(code)) {
    const input = epcPattern.test(code) ? { epc: code } : { unique_code: code };
    return { is: 'piece', track: await read(wire, codeCalls.track, { input, signal }) };
  }
  const { list } = await read(wire, stockLookCall, { input: { keyword: code, page_size: rowsMost }, signal });
  return { is: 'goods', rows: list };
}

/** Rows of one SKU, in the order in which they came. */
export function bySku(rows: readonly StockSeen[]): StockSeen[][] {
  const groups = new Map<number, StockSeen[]>();
  for (const row of rows) groups.set(row.sku_id, [...(groups.get(row.sku_id) ?? []), row]);
  return [...groups.values()];
}

/** SGTIN-96 or -198 as hexadecimal digits. */
const epcPattern = /^(?:[0-9A-Fa-f]{24}|[0-9A-Fa-f]{52})$/;
const rowsMost = 100;
