import type { Pushed, Resolved } from './resolve.ts';

/** A line of the order, as it is stored. Money in fen. */
export interface TakenLine {
  sku_id: number;
  imperfect_type: number;
  qty: number;
  tag_price: number;
  sale_price: number;
  final_amount: number;
  promotion_amount: number;
  coupon_amount: number;
  point_amount: number;
  change_amount: number;
  is_gift: boolean;
  promotion_id: number | null;
  gift_activity_id: number | null;
  unique_codes: string[];
}

export function linesOfPush({ items }: Pushed, { goods }: Resolved): TakenLine[] {
  return items.map((item, place) => ({
    sku_id: goods[place]?.id ?? 0,
    imperfect_type: item.imperfect_type ?? 0,
    qty: item.qty,
    tag_price: item.tag_price ?? goods[place]?.tag_price ?? 0,
    sale_price: item.sale_price,
    final_amount: item.final_amount,
    promotion_amount: item.promotion_amount ?? 0,
    coupon_amount: item.coupon_amount ?? 0,
    point_amount: item.point_amount ?? 0,
    change_amount: item.change_amount ?? 0,
    is_gift: item.is_gift ?? false,
    promotion_id: item.promotion_id ?? null,
    gift_activity_id: item.gift_activity_id ?? null,
    unique_codes: item.unique_codes ?? [],
  }));
}

/** The sums of an order: what its lines come to, whatever the channel's own sums are. */
export function sumsOf(lines: readonly TakenLine[], freight: number) {
  const sum = (of: (line: TakenLine) => number) => lines.reduce((total, line) => total + of(line), 0);
  return {
    goods_qty: sum((line) => line.qty),
    tag_amount: sum((line) => line.tag_price * line.qty),
    goods_amount: sum((line) => line.sale_price * line.qty),
    promotion_amount: sum((line) => line.promotion_amount),
    coupon_amount: sum((line) => line.coupon_amount),
    point_amount: sum((line) => line.point_amount),
    change_amount: sum((line) => line.change_amount),
    freight_amount: freight,
    payable_amount: sum((line) => line.final_amount) + freight,
  };
}

/** What of a push is not as its sums say (domain.md §6.3.1): told to the channel and kept as a label; the sale has happened. */
export function abnormalOf(pushed: Pushed, lines: readonly TakenLine[], sums: ReturnType<typeof sumsOf>): string[] {
  const words = lines.flatMap((line, place) => {
    const { sale_price, qty, promotion_amount, coupon_amount, point_amount, change_amount, final_amount } = line;
    const due = sale_price * qty - promotion_amount - coupon_amount - point_amount - change_amount;
    return due === final_amount ? [] : [`第 ${place + 1} 行成交金额 ${final_amount}，按售价与优惠应为 ${due}`];
  });
  const said: readonly [string, number, number][] = [
    ['商品金额', pushed.goods_amount, sums.goods_amount],
    ['促销优惠', pushed.promotion_amount ?? sums.promotion_amount, sums.promotion_amount],
    ['优惠券抵扣', pushed.coupon_amount ?? sums.coupon_amount, sums.coupon_amount],
    ['积分抵扣', pushed.point_amount ?? sums.point_amount, sums.point_amount],
    ['应付金额', pushed.payable_amount, sums.payable_amount],
  ];
  for (const [label, is, due] of said) if (is !== due) words.push(`${label} ${is}，按明细应为 ${due}`);
  if (pushed.payments && pushed.payments.length > 0) {
    const paid = pushed.payments.reduce((sum, { amount }) => sum + amount, 0);
    if (paid !== sums.payable_amount) words.push(`支付合计 ${paid}，应付 ${sums.payable_amount}`);
  }
  return words;
}
