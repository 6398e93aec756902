import { sql } from 'kysely';
import { goodsSelection } from '#contract/areas/purchasing/goods-selection.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks, Step } from '#server/kit/step.ts';
import { refuseIdle } from '../order/order-lines.ts';
import { makeOrder } from './make-order.ts';

/** Selections of goods: what is special about them (domain.md §4.5). */
export function serveGoodsSelection(kit: Kit): void {
  serveDocument(kit, goodsSelection, goodsSelectionHooks(kit));
}

const goodsSelectionHooks = (kit: Pick<Kit, 'numbers'>): DocumentHooks<typeof goodsSelection> => ({
  async derive({ db }, values) {
    await refuseIdle(db, values, ['supplier_id', 'purchaser_id']);
    return {};
  },
  after: sumSelection,
  transitions: {
    submit: { guard: guardSubmit },
    confirm: { guard: guardConfirm },
    toOrder: { effect: (step) => makeOrder(kit, step) },
  },
});

async function sumSelection({ db }: WriteContext, id: number): Promise<void> {
  await sql`
    update goods_selection set total_qty = s.qty, total_amount = s.amount
    from (
      select coalesce(sum(choose_qty), 0) as qty, coalesce(sum(choose_qty * offer_price), 0) as amount
      from goods_selection_line where goods_selection_id = ${id} and is_chosen) s
    where id = ${id}`.execute(db);
}

async function guardSubmit({ lines }: Step<typeof goodsSelection>): Promise<void> {
  const chosen = (await lines()).some(({ is_chosen }) => is_chosen === true);
  if (!chosen) throw new Refusal('invalid', '请至少选中一款', 'lines');
}

/** Nobody confirms more than the supplier can deliver. */
async function guardConfirm({ lines, rejects }: Step<typeof goodsSelection>): Promise<void> {
  if (rejects) return;
  const all = await lines();
  const place = all.findIndex(
    ({ is_chosen, choose_qty, offer_qty }) =>
      is_chosen === true && typeof offer_qty === 'number' && Number(choose_qty) > offer_qty,
  );
  const over = all[place];
  if (over)
    throw new Refusal(
      'invalid',
      `第 ${place + 1} 行 ${String(over.style_no)} 选中 ${String(over.choose_qty)} 件，超过可供数量 ${String(over.offer_qty)} 件`,
      `lines.${place}.choose_qty`,
    );
}
