import type { Overview } from '#contract/areas/reports/overview.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { grouped } from '#contract/kit/kinds/number.ts';

/** A figure of the overview: its words, how it compares, and the list that it is made of. */
export interface Card {
  readonly label: string;
  readonly figure: string;
  readonly note?: string;
  readonly at: string;
}

const percent = (bp: number): string => `${(bp / 100).toFixed(1)}%`;

/** The figures of an overview, those of cost only where they were told. */
export function cardsOf({ cards, before, from, to }: Overview): Card[] {
  const days = new URLSearchParams({ day_from: from, day_to: to });
  const sales = `/overview/addOerview?tab=sales&${days.toString()}`;
  const orders = `/addorders/getorderList?${new URLSearchParams({ paid_at_from: startOf(from), paid_at_to: endOf(to) }).toString()}`;
  const stock = '/storage/stockList';
  return [
    {
      label: '销售额',
      figure: printYuan(cards.sales_amount),
      ...against(cards.sales_amount, before.sales_amount),
      at: sales,
    },
    {
      label: '订单数',
      figure: grouped(cards.order_count),
      ...against(cards.order_count, before.order_count),
      at: orders,
    },
    { label: '销售件数', figure: grouped(cards.sale_qty), at: sales },
    { label: '客单价', figure: printYuan(cards.unit_price), at: sales },
    ...(cards.gross_amount === undefined
      ? []
      : [
          {
            label: '毛利额',
            figure: printYuan(cards.gross_amount),
            note: `毛利率 ${percent(cards.gross_rate_bp ?? 0)}`,
            at: sales,
          },
        ]),
    {
      label: '库存数量',
      figure: grouped(cards.stock_qty),
      ...(cards.cover_days === null ? {} : { note: `可销 ${grouped(cards.cover_days)} 天` }),
      at: stock,
    },
    ...(cards.stock_amount === undefined
      ? []
      : [
          {
            label: '库存成本',
            figure: printYuan(cards.stock_amount),
            ...(cards.turnover_bp === null || cards.turnover_bp === undefined
              ? {}
              : { note: `年周转 ${(cards.turnover_bp / 10_000).toFixed(1)} 次` }),
            at: '/storage/stockbalanceList',
          },
        ]),
    ...(cards.purchase_amount === undefined
      ? []
      : [{ label: '采购入库额', figure: printYuan(cards.purchase_amount), at: '/buybox/rukuList' }]),
    ...(cards.payable_amount === undefined
      ? []
      : [{ label: '应付余额', figure: printYuan(cards.payable_amount), at: '/finance/statementList' }]),
  ];
}

function against(now: number, before: number): { note?: string } {
  if (before <= 0) return {};
  const change = Math.round(((now - before) * 10_000) / before);
  return { note: `环比 ${change > 0 ? '+' : ''}${percent(change)}` };
}

const startOf = (day: string): string => new Date(`${day}T00:00:00+08:00`).toISOString();
const endOf = (day: string): string => new Date(`${day}T23:59:59.999+08:00`).toISOString();
