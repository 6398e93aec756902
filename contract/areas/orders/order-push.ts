import { z } from 'zod';
import { inReach } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { orderSource, saleChannelType } from '../enums.ts';
import { payWay, till } from './order-enums.ts';

// The published schema of what tills and channels push (amendments G14): strict, so that a misspelt key is refused and not lost. People,
// shops and goods are named by the numbers that both sides know. Money in fen, tax included.

const fen = z.int().min(0).max(limits.money);
const short = (most: number) => z.string().trim().min(1).max(most);
const moment = z.iso.datetime({ offset: true }).refine(inReach, '时间应在 2000 年至 2100 年之间');

/** Codes of those ways by which somebody may pay; points are a discount, 组合支付 is said of an order. */
const payable: readonly number[] = [
  payWay.wechat,
  payWay.alipay,
  payWay.cash,
  payWay.card,
  payWay.stored,
  payWay.coupon,
  payWay.exchange,
];

export const pushedPayment = z.strictObject({
  pay_type: z.int().refine((code) => payable.includes(code), '支付方式不正确'),
  amount: fen.min(1),
  trade_no: short(64).nullish(),
  payee_account: short(64).nullish(),
  paid_at: moment.nullish(),
});

const pushedItem = z.strictObject({
  sku_no: short(64),
  imperfect_type: z.int().min(0).max(4).optional(),
  qty: z.int().min(1).max(limits.quantity),
  tag_price: fen.optional(),
  sale_price: fen,
  final_amount: fen,
  promotion_id: z.int().min(1).nullish(),
  promotion_amount: fen.optional(),
  coupon_amount: fen.optional(),
  point_amount: fen.optional(),
  change_amount: fen.optional(),
  is_gift: z.boolean().optional(),
  gift_activity_id: z.int().min(1).nullish(),
  unique_codes: z.array(short(64)).max(limits.quantity).optional(),
});

export const pushedOrder = z
  .strictObject({
    source: z.int().refine((code) => String(code) in orderSource, '订单来源不正确'),
    source_order_no: short(64),
    sale_channel_type: z.enum(Object.keys(saleChannelType) as [keyof typeof saleChannelType]),
    sale_channel_value: short(64).nullish(),
    ordered_at: moment,
    shop_no: short(16).nullish(),
    warehouse_no: short(16).nullish(),
    user_no: short(64).nullish(),
    cashier: short(64).nullish(),
    sales: short(64).nullish(),
    shift: short(32).nullish(),
    receiver: short(64).nullish(),
    receiver_mobile: short(20).nullish(),
    receiver_address: short(200).nullish(),
    buyer_remark: z.string().trim().max(limits.remark).nullish(),
    coupon_codes: z.array(short(64)).max(50).optional(),
    freight_amount: fen.optional(),
    goods_amount: fen,
    promotion_amount: fen.optional(),
    coupon_amount: fen.optional(),
    point_amount: fen.optional(),
    payable_amount: fen,
    items: z.array(pushedItem).min(1).max(500),
    payments: z.array(pushedPayment).max(20).optional(),
  })
  .superRefine((order, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (order.source === till && !order.shop_no) refuse('shop_no', '门店订单须有门店编号');
    if (order.source === till && (order.payments ?? []).length === 0 && order.payable_amount > 0)
      refuse('payments', '门店订单须带支付明细');
    if (order.source !== till && (order.payments ?? []).length > 0) refuse('payments', '线上订单的支付由支付接口上报');
    if (order.source !== till && !order.warehouse_no && !order.shop_no) refuse('warehouse_no', '须有发货仓编号');
  });

export type PushedOrder = z.input<typeof pushedOrder>;
export type PushedPayment = z.input<typeof pushedPayment>;
export type PushedItem = z.input<typeof pushedItem>;
