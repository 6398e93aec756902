import { sql } from 'kysely';
import type { allotSource } from '#contract/areas/allocation/allot-enums.ts';
import { allotsWanted } from '#contract/areas/allocation/allots-wanted.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { SourceDocument } from '#server/kit/create-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** So many good pieces for one receiver; `lineId` is the line that asks for them. */
export interface WantedGoods {
  readonly skuId: number;
  readonly qty: number;
  readonly lineId: number;
}

/** What is to go from one sender, by receiver, and who asks for it. */
export interface Wanted {
  readonly by: SourceDocument;
  readonly source: (typeof allotSource)[keyof typeof allotSource];
  readonly allotType: number;
  readonly from: number;
  readonly expectDate: string | null;
  readonly receivers: ReadonlyMap<number, readonly WantedGoods[]>;
}

export interface MadeAllot {
  readonly id: number;
  readonly no: string;
  readonly to: number;
}

/** Has an allot made for each receiver, all of them or none, and answers them by receiver. Refuses as the area of allots does. */
export async function makeAllots(
  { registry }: Pick<Kit, 'registry'>,
  context: WriteContext,
  { by, source, allotType, from, expectDate, receivers }: Wanted,
): Promise<MadeAllot[]> {
  const ends = [...receivers].sort(([one], [other]) => one - other);
  await registry.events.emit(context, allotsWanted, {
    source_type: by.definition.name,
    source_id: by.id,
    source_no: by.no ?? '',
    source,
    allot_type: allotType,
    out_warehouse_id: from,
    expect_date: expectDate,
    allots: ends.map(([to, goods]) => ({
      in_warehouse_id: to,
      lines: goods.map(({ skuId, qty, lineId }) => ({ sku_id: skuId, qty, source_line_id: lineId })),
    })),
  });
  const { rows } = await sql<MadeAllot>`
    select id, allot_no as no, in_warehouse_id as "to" from allot where source_type = ${by.definition.name} and source_id = ${by.id} order by id`.execute(
    context.db,
  );
  if (rows.length !== ends.length)
    throw new Error(`${by.definition.name} ${by.id} wanted ${ends.length} allots and has ${rows.length}`);
  return rows;
}
