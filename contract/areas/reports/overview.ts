import { query } from '../../kit/call.ts';
import { entity } from '../../kit/definition.ts';
import { word } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { date } from '../../kit/kinds/time.ts';
import { type Report, report } from '../../kit/report.ts';
import { seasonName } from '../enums.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { shop } from '../partners/shop.ts';

const signed = { derived: true, least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;
const cost = { ...signed, mask: 'stock:costView' } as const;

/** What was sold on a day, by shop and by what it was. */
export const overviewSales = entity('overviewSales', {
  label: '销售汇总',
  group: '/v1/goods',
  title: 'day',
  view: true,
  fields: {
    day: date('日期', { derived: true }),
    shop_id: reference(() => shop, '门店', { derived: true }),
    season_name: word('季节', seasonName, { derived: true }),
    category_id: reference(() => category, '分类', { derived: true }),
    brand_id: reference(() => brand, '品牌', { derived: true }),
    qty: quantity('销售数量', signed),
    sale_amount: money('销售额', signed),
    cost_amount: money('销售成本', cost),
    gross_amount: money('毛利额', cost),
  },
  calls: {},
  list: { columns: [], filters: ['day', 'shop_id', 'season_name', 'category_id', 'brand_id'], search: [], sort: [] },
  scope: { shop: 'shop_id', brand: 'brand_id', category: 'category_id' },
});

export const overviewReport: Report = report({
  name: 'overviewSales',
  label: '销售汇总',
  rows: overviewSales,
  dimensions: ['shop_id', 'season_name', 'category_id', 'brand_id', 'day'],
  starts: ['shop_id'],
  measures: ['qty', 'sale_amount', 'cost_amount', 'gross_amount'],
  days: 'day',
  list: ['/v1/goods/overviewSales', 'Overview:view'],
  saved: ['/v1/goods/overviewExport', 'Overview:view'],
});

/** The ways in which the overview is looked at. */
export const overviewGroups = { season_name: '季节', brand_id: '品牌', category_id: '分类', shop_id: '门店' } as const;
export type OverviewGroup = keyof typeof overviewGroups;

/** Figures of some days (domain.md §3.1 overview); those of cost are left out for who may not see it. */
export interface OverviewCards {
  sales_amount: number;
  order_count: number;
  sale_qty: number;
  /** What an order comes to in the mean. */
  unit_price: number;
  stock_qty: number;
  /** For how many days the stock lasts at the pace of these days; null where nothing was sold. */
  cover_days: number | null;
  gross_amount?: number;
  gross_rate_bp?: number;
  stock_amount?: number;
  /** Cost of what was sold over what the stock costs, by year. */
  turnover_bp?: number | null;
  purchase_amount?: number;
  /** Of the whole company: left out within a data scope. */
  payable_amount?: number;
}

export interface OverviewShare {
  value: number | string | null;
  title: string;
  sale_qty: number;
  sale_amount: number;
  gross_amount?: number;
  stock_qty: number;
  /** Of what was there and was sold, what was sold. */
  sold_bp: number;
}

export interface Overview {
  from: string;
  to: string;
  cards: OverviewCards;
  /** Sales of as many days before. */
  before: { sales_amount: number; order_count: number };
  trend: { day: string; sale_amount: number; gross_amount?: number }[];
  groups: Record<OverviewGroup, OverviewShare[]>;
}

export const overviewCall = query<{ date_from: string; date_to: string; shop_ids?: number[] }, Overview>({
  service: 'erp',
  path: '/v1/goods/overview',
  access: 'Overview:view',
});
