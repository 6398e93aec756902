import { describedStyle } from '#contract/areas/goods/described-style.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Failure } from '#src/wire/sent.ts';
import type { Wire } from '#src/wire/wire.ts';
import type { SaidStyle } from './attribute-sheet.ts';

/** Every style of a category with its attributes, up to as many as a sheet may bring back. */
export async function stylesOf(wire: Wire, categoryId: number): Promise<{ list: SaidStyle[] } | { failure: Failure }> {
  const list: SaidStyle[] = [];
  for (let page = 1; list.length < limits.pastedEntries; page += 1) {
    const asked = { category_id: [categoryId], page, page_size: limits.pageSizeMost, sort: 'spu_no' };
    const sent = await wire.send(callsOf(describedStyle).list, asked as never);
    if (!sent.ok) return { failure: sent.failure };
    const rows = sent.value.list as unknown as SaidStyle[];
    list.push(...rows);
    if (rows.length < limits.pageSizeMost) break;
  }
  return { list };
}
