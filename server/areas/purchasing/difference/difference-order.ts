import { sql } from 'kysely';
import { differenceOrder } from '#contract/areas/purchasing/difference-order.ts';
import {
  dealsFor,
  dealType,
  dealTypes,
  diffType,
  diffTypes,
  fineForDifference,
  supplierDuty,
} from '#contract/areas/purchasing/inbound-enums.ts';
import { differenceDecided } from '#contract/areas/purchasing/inbound-events.ts';
import { fineProposed } from '#contract/areas/purchasing/purchase-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { LineRow } from '#server/kit/lines.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks, LockedDocument, Step } from '#server/kit/step.ts';
import { lineField } from '../inbound/batch-lines.ts';
import { countersOf } from '../inbound/counters.ts';
import { openOf } from '../order/quantities.ts';

/** Differences of inbound batches: what is special about them (domain.md §4.8). */
export function serveDifferenceOrder(kit: Kit): void {
  serveDocument(kit, differenceOrder, differenceOrderHooks(kit.registry));
}

type AppKit = Pick<Kit['registry'], 'events'>;

export const differenceOrderHooks = (house: AppKit): DocumentHooks<typeof differenceOrder> => ({
  transitions: {
    deal: { guard: guardDeal },
    audit: {
      participants: countersOfBatches,
      guard: guardAudit,
      effect: async (step) => (step.rejects ? undefined : await decide(house, step)),
    },
    close: { may: withItsBatch },
  },
});

const countersOfBatches = async (
  context: Pick<ReadContext, 'db'>,
  documents: readonly LockedDocument<typeof differenceOrder>[],
) =>
  await countersOf(
    context,
    documents.map(({ batch_id }) => Number(batch_id)),
  );

/** Every line has a decision that fits it, and what is to be received can be. */
async function guardDeal({ context, lines }: Step<typeof differenceOrder>): Promise<void> {
  const all = await lines();
  const room = await roomOf(context.db, all);
  for (const [place, line] of all.entries()) {
    const [type, deal] = [Number(line.diff_type), line.deal_type];
    const fitting = dealsFor[type] ?? [];
    if (deal === null || !fitting.includes(deal)) {
      const offered = fitting.map((code) => words(dealTypes, code)).join('、');
      throw new Refusal(
        'invalid',
        `第 ${place + 1} 行是“${words(diffTypes, type)}”，处理方式请从 ${offered} 中选择`,
        lineField(place, 'deal_type'),
      );
    }
    if (deal === dealType.accept && room.get(line.id) === 0)
      throw new Refusal(
        'invalid',
        `第 ${place + 1} 行的采购明细没有可再接收的数量，请选择${words(dealTypes, dealType.giveBack)}`,
        lineField(place, 'deal_type'),
      );
  }
}

const words = (choices: Readonly<Record<number, string>>, code: number): string => choices[code] ?? String(code);

/** How many more pieces than planned the order of each line lets in, by the id of the line; all of them where no order knows the goods. */
async function roomOf(db: Tx, lines: readonly LineRow<typeof differenceOrder>[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ detail_id: number; open: number | null }>`
    select d.id as detail_id, case when l.id is not null then ${openOf} end as open
    from in_ware_batch_detail d left join purchase_order_line l on l.id = d.purchase_line_id left join purchase_order o on o.id = l.purchase_order_id
    where d.id = any(${lines.map(({ detail_id }) => detail_id)}::bigint[])`.execute(db);
  const open = new Map(rows.map((row) => [row.detail_id, row.open]));
  return new Map(lines.map((line) => [line.id, open.get(Number(line.detail_id)) ?? Number.POSITIVE_INFINITY]));
}

async function guardAudit({ document, input, rejects }: Step<typeof differenceOrder>): Promise<void> {
  if (rejects || input.make_fine !== true) return;
  if (document.duty !== supplierDuty) throw new Refusal('invalid', '责任方是供应商时才生成罚款', 'make_fine');
}

/** Writes how many pieces are taken in, tells who answers for the rest, and proposes the fine that somebody asks for. */
async function decide({ events }: AppKit, step: Step<typeof differenceOrder>): Promise<undefined> {
  const { context, document, input } = step;
  const { db } = context;
  const lines = await step.lines();
  const room = await roomOf(db, lines);
  const accepted = lines.map((line) => ({ id: line.id, accept_qty: acceptedOf(line, room) }));
  await sql`
    update difference_order_line l set accept_qty = e.accept_qty
    from jsonb_to_recordset(${JSON.stringify(accepted)}::jsonb) as e (id bigint, accept_qty bigint) where l.id = e.id`.execute(
    db,
  );
  const taken = new Map(accepted.map(({ id, accept_qty }) => [id, accept_qty]));
  await events.emit(context, differenceDecided, {
    difference_id: document.id,
    difference_no: String(document.difference_no),
    batch_id: Number(document.batch_id),
    supplier_id: Number(document.supplier_id),
    duty: Number(document.duty),
    lines: lines.map((line) => ({
      sku_id: Number(line.sku_id),
      diff_type: Number(line.diff_type),
      diff_qty: Number(line.diff_qty),
      deal_type: Number(line.deal_type),
      accept_qty: taken.get(line.id) ?? 0,
      amount: Math.abs(Number(line.diff_qty)) * Number(line.purchase_price),
    })),
  });
  if (input.make_fine !== true) return undefined;
  const isShort = lines.some((line) => line.diff_type === diffType.short);
  await events.emit(context, fineProposed, {
    supplier_id: Number(document.supplier_id),
    fine_type: isShort ? fineForDifference.short : fineForDifference.quality,
    amount: Number(input.fine_amount),
    source_type: differenceOrder.name,
    source_id: document.id,
    source_no: String(document.difference_no),
    reason: `入库差异单 ${String(document.difference_no)}`,
    submitted: true,
    parts: [],
  });
  return undefined;
}

/** What comes in of the pieces that differ. */
function acceptedOf(line: LineRow<typeof differenceOrder>, room: ReadonlyMap<number, number>): number {
  const [type, qty] = [Number(line.diff_type), Number(line.diff_qty)];
  if (type === diffType.quality) return line.deal_type === dealType.asCounted ? qty : 0;
  if (line.deal_type !== dealType.accept) return 0;
  return Math.min(qty, room.get(line.id) ?? 0);
}

/**
 * A difference that lives belongs to a batch that waits to be posted by it, and is closed by itself once that is rejected, cancelled or
 * taken back (domain.md §4.7): nobody finds one to close by hand.
 */
const withItsBatch = (): Refusal =>
  new Refusal('illegalTransition', '差异单随入库批次的驳回或作废自动关闭；需要重新清点时请驳回该入库批次');
