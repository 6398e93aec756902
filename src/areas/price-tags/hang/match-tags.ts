import { plainEpc } from '#contract/areas/codes/epc.ts';
import type { WrittenTag } from '#contract/areas/price-tags/tag-calls.ts';
import type { Row } from '#src/engine/row.ts';

/** A code whose tag is still to be written, and what the tag is to say. */
export type Due = Row & {
  readonly code_id: number;
  readonly unique_code: string;
  readonly sku_id: number;
  readonly sku_id__title?: string | null;
  readonly barcode: string | null;
  readonly print_count: number;
  readonly due: string;
};

/** Which of the tags that were read say what one of these codes is to say, each once, and words for those that do not. */
export function matched(rows: readonly Due[], epcs: readonly string[]): { good: WrittenTag[]; others: string[] } {
  const byEpc = new Map(rows.map((row) => [row.due, row]));
  const good = new Map<number, WrittenTag>();
  const others: string[] = [];
  for (const read of epcs) {
    const epc = plainEpc(read);
    const row = epc === undefined ? undefined : byEpc.get(epc);
    if (row && epc !== undefined) good.set(row.code_id, { code_id: row.code_id, epc });
    else others.push(epc === undefined ? `读到 ${read}，不是 EPC` : `读到 ${epc}，不是本页待写的标签`);
  }
  return { good: [...good.values()], others };
}
