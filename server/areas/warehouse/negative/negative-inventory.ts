import { sql } from 'kysely';
import { offsetType } from '#contract/areas/warehouse/negative-enums.ts';
import { negativeInventory } from '#contract/areas/warehouse/negative-inventory.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { lockBalances } from '#server/ledger/balances.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import type { OpenCase } from '#server/ledger/negatives.ts';
import { offsetCases, roomOf } from '#server/ledger/offset-negatives.ts';
import type { ChosenBy } from './write-offsets.ts';

/** Cases of negative stock: postings make them, and close them as pieces come in; here somebody offsets one by hand (domain.md §4.19, P4). */
export function serveNegativeInventory(kit: Kit): void {
  serveDocument(kit, negativeInventory, {
    transitions: {
      offset: {
        prepare: async (_context, found, _rejects, input) => leftAfter(found, Number(input.qty)),
        guard: refuseTooMany,
        effect: (step) => offsetByHand(kit, step),
      },
    },
  });
}

/** The figures of a case once as many more pieces of it are offset: they say where it stands then. */
const leftAfter = ({ offset_qty, open_qty }: Values, qty: number): Values => ({
  offset_qty: Number(offset_qty) + qty,
  open_qty: Number(open_qty) - qty,
});

async function refuseTooMany({ document, input }: Step<typeof negativeInventory>): Promise<void> {
  const left = Number(document.open_qty);
  if (left < 0) throw new Refusal('invalid', `未冲销数量只有 ${left + Number(input.qty)} 件`, 'qty');
}

/** A batch that may take the place of what was missing. */
interface Batch {
  readonly origin: number;
  readonly free: number;
}

/**
 * Offsets by the batch that was chosen, or by what an adjustment brought. The balance is locked behind the case, a posting that offsets
 * locks it before: should they meet, one of them is run again.
 */
async function offsetByHand(
  { policies }: Kit,
  { context, document, input }: Step<typeof negativeInventory>,
): Promise<Values> {
  const { db, opId, actor, now } = context;
  const books = { db, policies };
  const { warehouse } = locationsOf(document.warehouse_id);
  const key = {
    location: warehouse,
    skuId: document.sku_id,
    imperfectType: document.imperfect_type,
  };
  const [balance] = (await lockBalances(books, { keys: [key] })).values();
  if (!balance) throw new Error('the balance of a case is not there');
  const qty = Number(input.qty);
  const { field, batches, adjustNo } = await chosenOf({ db, document, input });
  const free = Math.min(
    batches.reduce((sum, batch) => sum + batch.free, 0),
    roomOf(balance),
  );
  const codes = balance.coded > 0 ? `（该货品有 ${balance.coded} 件带唯一码，不能用于冲销）` : '';
  if (free < qty) throw new Refusal('stockShort', `所选批次可用 ${free} 件，不足 ${qty} 件${codes}`, field);
  const of: OpenCase = {
    ...key,
    source: { docType: negativeInventory.name, docId: document.id, docNo: document.negative_no },
    open: Number(document.open_qty) + qty,
    tempCost: Number(document.temp_cost),
  };
  const by: ChosenBy = {
    opId,
    adminId: actor.id,
    at: now.toISOString(),
    chosen: { type: Number(input.offset_type), adjustNo, remark: String(input.remark) },
  };
  await offsetCases(books, {
    wanted: [{ of, qty, origins: batches.map(({ origin }) => origin) }],
    balances: [balance],
    by,
  });
  const { rows } = await sql<{ diff: number }>`
    select coalesce(sum(cost_diff), 0)::bigint as diff from negative_inventory_offset where negative_inventory_id = ${document.id}`.execute(
    db,
  );
  return { cost_diff: rows[0]?.diff ?? 0 };
}

interface Choosing {
  readonly db: Step<typeof negativeInventory>['context']['db'];
  readonly document: LockedDocument<typeof negativeInventory>;
  readonly input: Step<typeof negativeInventory>['input'];
}

interface ChosenBatches {
  /** Which of what was asked for says them. */
  readonly field: string;
  readonly batches: readonly Batch[];
  readonly adjustNo: string | null;
}

/** The batches that were chosen, of the goods and at the place of the case. */
async function chosenOf({ db, document, input }: Choosing): Promise<ChosenBatches> {
  const here = sql`b.warehouse_id = ${document.warehouse_id} and b.sku_id = ${document.sku_id} and b.imperfect_type = ${document.imperfect_type}`;
  const batch = sql`b.in_ware_detail_id as origin, b.qty_remain - b.qty_locked as free`;
  if (input.offset_type === offsetType.batch) {
    const { rows } = await sql<Batch>`
      select ${batch} from stock_batch b where b.id = ${input.stock_batch_id} and ${here}`.execute(db);
    if (rows.length === 0) throw new Refusal('invalid', '所选批次不是该仓库的同一货品和品级', 'stock_batch_id');
    return { field: 'stock_batch_id', batches: rows, adjustNo: null };
  }
  const { rows } = await sql<Batch & { adjust_no: string }>`
    select distinct a.adjust_no, ${batch} from stock_adjustment a
    join stock_ledger r on r.doc_type = 'stockAdjustment' and r.doc_id = a.id and r.delta > 0 and r.corrects_count_of is null
    join stock_batch b on b.location_id = r.location_id and b.sku_id = r.sku_id and b.imperfect_type = r.imperfect_type
      and b.in_ware_detail_id = r.in_ware_detail_id
    where a.id = ${input.adjust_id} and ${here} order by 2`.execute(db);
  const [first] = rows;
  if (!first) throw new Refusal('invalid', '该调整单没有给该仓库的这一货品入库', 'adjust_id');
  return { field: 'adjust_id', batches: rows, adjustNo: first.adjust_no };
}
