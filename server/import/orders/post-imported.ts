import { sql } from 'kysely';
import { orderService } from '#contract/areas/after-sales/order-service.ts';
import { order } from '#contract/areas/orders/order.ts';
import { importKinds } from '#contract/areas/tasks/import-kinds.ts';
import { importType } from '#contract/areas/tasks/task.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { claimOperation, keepAnswer } from '#server/kit/operations.ts';
import type { Balance } from '#server/ledger/balances.ts';
import { type Locations, locationsOf } from '#server/ledger/locations.ts';
import type { StockPolicies } from '#server/ledger/policies.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import type { Leg } from '#server/ledger/posting.ts';
import type { OrderOptions } from './order-options.ts';
import { type ReturnedPart, returnedBatches } from './returned-batches.ts';
import { ofTill } from './till.ts';

/** Lines that are posted at once: some hundred orders. */
const batch = 4000;

/** Pieces that went out with orders and came back with after-sales. */
export interface Moved {
  readonly out: number;
  readonly back: number;
}

/**
 * Posts the orders and after-sales that this import has just added (`import_document`, `import_service`) in order of time: out
 * of the warehouse to the customer (201), back again (103), each at its own time; of goods that a rule lets go below nothing, more than there is. What the areas make of late rows comes by itself.
 * `balances` are those that were judged by, still locked. One operation, so that the books know who did it (K35).
 */
export async function postImported(
  context: WriteContext,
  {
    balances,
    options,
    policies,
    goOn,
  }: {
    balances: Map<string, Balance>;
    options: OrderOptions;
    policies: StockPolicies;
    goOn: (lines: number) => void;
  },
): Promise<Moved> {
  const { db, actor, now, opId } = context;
  const { warehouseId } = options;
  await claimOperation(db, {
    opId,
    adminId: actor.id,
    call: importKinds[importType.orders].apply.path,
    input: { warehouseId },
  });
  const locations = locationsOf(warehouseId);
  const books = { db, policies };
  let [out, back, lines] = [0, 0, 0];
  await declareMoves(context, options);
  const post = async (moves: readonly Move[]): Promise<void> => {
    const returned = await returnedBatches(
      db,
      moves.filter(({ sale }) => !sale),
    );
    await postStock(books, {
      legs: moves.flatMap((move) => legsOf(move, returned.get(move.line_id) ?? [whole(move)], locations)),
      happenedAt: now.toISOString(),
      opId,
      adminId: actor.id,
      locked: balances,
      oversell: 'ruled',
      untold: true,
    });
  };
  for (;;) {
    const { rows } = await sql<Move>`fetch ${sql.lit(batch)} from import_moves`.execute(db);
    for (const moves of parted(rows)) await post(moves);
    for (const { sale, qty } of rows) {
      if (sale) out += qty;
      else back += qty;
    }
    lines += rows.length;
    goOn(lines);
    if (rows.length < batch) break;
  }
  await sql`close import_moves`.execute(db);
  await keepAnswer(db, opId, { out, back });
  return { out, back };
}

interface Move {
  sale: boolean;
  doc_id: number;
  doc_no: string;
  line_id: number;
  /** Of what comes back: the line it was sold on, where that is known. */
  item_id: number | null;
  sku_id: number;
  imperfect_type: number;
  qty: number;
  at: string;
}

async function declareMoves({ db, now }: WriteContext, options: OrderOptions): Promise<void> {
  const latest = sql`${now.toISOString()}::timestamptz`;
  await sql`
    declare import_moves no scroll cursor for
    select d.place, true as sale, o.id as doc_id, o.order_no as doc_no, i.id as line_id, null::bigint as item_id, i.sku_id, i.imperfect_type, i.qty, least(o.ordered_at, ${latest}) as at
    from import_document d join import_order n using (invoice)
      join sale_order o on o.source_order_no = n.invoice and o.ordered_at = n.at and ${ofTill.order(options)} join sale_order_item i on i.sale_order_id = o.id
    where d.kind = 'sale'
    union all
    select d.place, false, v.id, v.service_no, l.id, l.order_item_id, l.sku_id, l.imperfect_type, l.return_qty, least(v.returned_at, ${latest})
    from import_document d join import_service s on s.invoice = d.invoice join order_service v on v.source_service_no = s.source_no and v.applied_at = s.at and ${ofTill.service(options)}
      join order_service_line l on l.order_service_id = v.id
    where d.kind = 'cancellation' order by 1, 3, 5`.execute(db);
}

/** Cut where goods come back whose sale is not posted yet: their batch is known only when it is. */
function parted(moves: readonly Move[]): Move[][] {
  const parts: Move[][] = [];
  let part: Move[] = [];
  let sold = new Set<number>();
  for (const move of moves) {
    if (move.item_id !== null && sold.has(move.item_id)) {
      parts.push(part);
      part = [];
      sold = new Set();
    }
    part.push(move);
    if (move.sale) sold.add(move.line_id);
  }
  return part.length > 0 ? [...parts, part] : parts;
}

const whole = ({ qty }: Move): ReturnedPart => ({ qty, batch: undefined });

function legsOf(move: Move, parts: readonly ReturnedPart[], { warehouse, customer }: Locations): Leg[] {
  const shared = {
    source: { docType: (move.sale ? order : orderService).name, docId: move.doc_id, docNo: move.doc_no },
    skuId: move.sku_id,
    imperfectType: move.imperfect_type,
    bizType: move.sale ? bizType.sale : bizType.saleReturn,
    happenedAt: move.at,
    lineId: move.line_id,
  };
  return parts.flatMap(({ qty, batch: origin }): Leg[] => {
    const delta = move.sale ? -qty : qty;
    return [
      { ...shared, location: warehouse, delta, ...(origin ? { batch: origin } : {}) },
      { ...shared, location: customer, delta: -delta },
    ];
  });
}
