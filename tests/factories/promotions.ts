import type { Kysely } from 'kysely';
import { gift } from '#contract/areas/promotions/gift.ts';
import { giftActivity } from '#contract/areas/promotions/gift-activity.ts';
import { giftReserve, giftStock } from '#contract/areas/promotions/gift-stock.ts';
import { promotion } from '#contract/areas/promotions/promotion.ts';
import { promotionCalls } from '#contract/areas/promotions/promotion-calls.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { keysOf, keysOfCalls } from '#contract/kit/menu.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { House } from '#tests/boot/house.ts';
import { insert } from './insert.ts';

export const campaign = {
  ...callsOf(promotion),
  ...promotionCalls,
  submit: transitionCall(promotion, 'submit'),
  department: transitionCall(promotion, 'departmentVerify'),
  finance: transitionCall(promotion, 'financeVerify'),
  stop: transitionCall(promotion, 'stop'),
  cancel: transitionCall(promotion, 'cancel'),
};

export const activities = {
  ...callsOf(giftActivity),
  submit: transitionCall(giftActivity, 'submit'),
  audit: transitionCall(giftActivity, 'audit'),
  stop: transitionCall(giftActivity, 'stop'),
  cancel: transitionCall(giftActivity, 'cancel'),
};

const keys = [
  ...keysOf(promotion, gift, giftActivity, giftReserve, giftStock),
  ...keysOfCalls(promotionCalls),
  'promotion:giftStock',
  'stock:costView',
];

/** Three people who may each do everything: who may judge what is the approvals' matter here. */
export async function marketers(house: House): Promise<Record<'maker' | 'manager' | 'head', Actor>> {
  const one = (name: string) => house.person(name, keys);
  return { maker: await one('营销'), manager: await one('商品经理'), head: await one('财务经理') };
}

/** A gift of goods, straight into the table. */
export const addGift = (db: Kysely<unknown>, sku_id: number): Promise<number> =>
  insert(db, 'gift', {
    gift_no: `LP${String(sku_id).padStart(6, '0')}`,
    name: `赠品 ${sku_id}`,
    sku_id,
    value_amount: 900,
  });
