/** What a promotion is to a basket: its rule and what it is for, as plain data (decision 0076). Money in fen, discounts in tenths of the price. */
export interface PricingPromotion {
  readonly id: number;
  readonly promotion_no: string;
  readonly name: string;
  readonly promotion_type: number;
  readonly priority: number;
  readonly stackable: boolean;
  readonly cut_amount?: number | null;
  readonly discount_x10?: number | null;
  readonly step_amount_1?: number | null;
  readonly step_cut_1?: number | null;
  readonly step_amount_2?: number | null;
  readonly step_cut_2?: number | null;
  readonly step_amount_3?: number | null;
  readonly step_cut_3?: number | null;
  readonly repeats?: boolean | null;
  readonly step_qty_1?: number | null;
  readonly step_discount_1?: number | null;
  readonly step_qty_2?: number | null;
  readonly step_discount_2?: number | null;
  readonly step_qty_3?: number | null;
  readonly step_discount_3?: number | null;
  readonly nth?: number | null;
  readonly nth_discount_x10?: number | null;
  readonly exchange_amount?: number | null;
  readonly shop_ids: readonly number[];
  readonly sale_channel_values: readonly string[] | null;
  readonly user_level: readonly number[] | null;
  readonly start_time: string;
  readonly end_time: string;
  readonly lines: readonly PricingGoods[];
}

/** One line of it: goods that are meant, or left out. */
export interface PricingGoods {
  readonly is_exclude: boolean;
  readonly sku_id: number | null;
  readonly category_id: number | null;
  readonly brand_id: number | null;
  readonly promo_price?: number | null;
  readonly discount_x10?: number | null;
  readonly limit_qty?: number | null;
}

/** Goods that somebody buys together, where and when. */
export interface Basket {
  readonly shop_id: number | null;
  readonly sale_channel_value: string | null;
  /** Level of the member; null for who is none. */
  readonly user_level: number | null;
  /** ISO time of the sale. */
  readonly at: string;
  readonly lines: readonly BasketLine[];
}

export interface BasketLine {
  readonly sku_id: number;
  /** Ids from the root of the tree to the category of the goods. */
  readonly category_path: readonly number[];
  readonly brand_id: number | null;
  readonly sale_price: number;
  readonly qty: number;
}

/** What one promotion takes off one line of the basket. */
export interface LineDiscount {
  promotion_id: number;
  amount: number;
}

/** What became of a promotion, in words for people. */
export interface PricingStep {
  promotion_id: number;
  promotion_no: string;
  name: string;
  applied: boolean;
  amount: number;
  words: string;
}

export interface PricedBasket {
  /** In the order of the basket. */
  lines: { sku_id: number; qty: number; amount: number; discounts: LineDiscount[]; final_amount: number }[];
  goods_amount: number;
  discount_amount: number;
  steps: PricingStep[];
}
