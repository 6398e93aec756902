import { promotion } from '#contract/areas/promotions/promotion.ts';
import { promotionType } from '#contract/areas/promotions/promotion-enums.ts';
import { linesSaySomething } from '#contract/areas/promotions/promotion-rules.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { readBareLines } from '#server/kit/lines.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { countGoods, refuseRivals, shopsOf } from './coverage.ts';

/** Promotions: what is special about them (domain.md §4.20). */
export function servePromotion(kit: Kit): void {
  serveDocument(kit, promotion, {
    derive: async ({ db }, values) => ({ concerned_shop_ids: await shopsOf(db, values.shop_ids) }),
    after: async (context, id, values) => {
      await refuseEmpty(context, id, values);
      await countGoods(context.db, id);
    },
    transitions: {
      submit: { guard: guardSubmit, effect: beginJudging },
      financeVerify: {
        guard: async ({ context, document, rejects }) => (rejects ? undefined : refuseOver(context, document)),
      },
      stop: {
        effect: async ({ context, input }) => ({ end_time: context.now.toISOString(), stop_reason: input.reason }),
      },
    },
  });
}

/** A price of its own is a price of something. */
async function refuseEmpty({ db }: WriteContext, id: number, { promotion_type: type }: Values): Promise<void> {
  if (type !== promotionType.price && type !== promotionType.exchange) return;
  const lines = await readBareLines(db, promotion, id);
  if (lines.every(({ is_exclude }) => is_exclude === true))
    throw new Refusal('invalid', '请至少填写 1 行促销商品', 'lines');
}

async function guardSubmit(step: Step<typeof promotion>): Promise<void> {
  refuseOver(step.context, step.document);
  // An edit may have sent a part of the lines.
  const fault = linesSaySomething({ ...step.document, lines: await step.lines() });
  if (fault) throw new Refusal('invalid', fault.words, fault.field);
  await refuseRivals(step);
}

function refuseOver({ now }: Pick<WriteContext, 'now'>, { end_time: to }: LockedDocument<typeof promotion>): void {
  if (Date.parse(to) <= now.getTime()) throw new Refusal('invalid', '结束时间已过，请修改后再提交', 'end_time');
}

// Goods have come and gone since the draft was written, and shops have opened: what is judged is what it is for now.
async function beginJudging({ context: { db }, document }: Step<typeof promotion>): Promise<Values> {
  await countGoods(db, document.id);
  return { concerned_shop_ids: await shopsOf(db, document.shop_ids) };
}
