import { sql } from 'kysely';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { type DifferingPieces, stockDiffered } from '#contract/areas/warehouse/stock-events.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { Events } from '#server/kit/events.ts';
import type { Difference, Differences } from '#server/ledger/differences.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import type { Source } from '#server/ledger/posting.ts';
import { contextOf } from './negative/context-of.ts';

/** Bought, sold, given, sent back, and all of these taken back. */
const told: ReadonlySet<number> = new Set([
  bizType.purchaseIn,
  bizType.saleReturn,
  bizType.sale,
  bizType.backOut,
  bizType.gift,
  bizType.reversal,
]);

interface Told {
  readonly source: Source;
  readonly day: string;
  readonly pieces: DifferingPieces[];
}

/** Tells others what came to warehouses and left them without being bought or sold, by document and day; of an imported history by day, in the name of its first document. */
export function differingGoods(events: Pick<Events, 'emit'>): Differences {
  return {
    told,
    async tell(tx, differences, by) {
      const sheets = await sheetsOf(tx, differences);
      const groups = new Map<string, Told>();
      for (const one of differences) {
        const seenBy = countOf(one);
        const source = seenBy === undefined ? one.source : sheets.get(seenBy);
        if (!source) throw new Error('a row corrects a count that is not there');
        const day = businessDay(new Date(one.at));
        const name = by.untold ? `${seenBy ?? ''}/${day}` : `${source.docType}/${source.docId}/${day}`;
        const group = groups.get(name) ?? { source, day, pieces: [] };
        groups.set(name, group);
        group.pieces.push(piecesOf(one));
      }
      for (const { source, day, pieces } of groups.values())
        await events.emit(contextOf(tx, { ...by, at: day }), stockDiffered, {
          source_type: source.docType,
          source_id: source.docId,
          source_no: source.docNo,
          business_date: day,
          pieces,
        });
    },
  };
}

/** The count that saw a row before it was posted: what it corrects belongs to it. */
const countOf = ({ marks }: Difference): number | undefined => marks?.corrects_count_of;

/** The counts that saw rows before they were posted, by id. */
async function sheetsOf(tx: Tx, differences: readonly Difference[]): Promise<Map<number, Source>> {
  const ids = new Set(differences.flatMap((one) => countOf(one) ?? []));
  if (ids.size === 0) return new Map();
  const { rows } = await sql<{ id: number; no: string }>`
    select id, stocktaking_no as no from stocktaking where id = any(${[...ids]}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, no }) => [id, { docType: stocktaking.name, docId: id, docNo: no }]));
}

function piecesOf(one: Difference): DifferingPieces {
  // Transit is known by its place: it is that of the warehouse that the pieces are on their way to.
  const warehouseId = one.warehouseId ?? Math.floor((one.location - 100) / 2);
  return {
    line_id: one.lineId ?? null,
    sku_id: one.skuId,
    imperfect_type: one.imperfectType,
    warehouse_id: warehouseId,
    in_transit: one.location === locationsOf(warehouseId).transit,
    biz_type: one.bizType,
    party: one.party,
    in_ware_detail_id: one.origin,
    supplier_id: one.supplierId,
    co_model: one.coModel,
    qty: one.delta,
    cost_amount: one.cost,
  };
}
