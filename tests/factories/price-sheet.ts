import { document } from '#contract/kit/definition.ts';
import type { RecordValues } from '#contract/kit/field.ts';
import { choice } from '#contract/kit/kinds/choice.ts';
import { money } from '#contract/kit/kinds/money.ts';
import { rate } from '#contract/kit/kinds/number.ts';
import { text } from '#contract/kit/kinds/text.ts';
import { date } from '#contract/kit/kinds/time.ts';

/** Prices of a sheet hold for good, or until a day. */
export const lasting = 2;
export const limited = 3;
export const everywhere = 1;
export const inShops = 3;

/** What a price is of what the tag says, in basis points; nothing while either is missing. */
const discount = ({ tag_price: tag, new_price: price }: RecordValues): number | null =>
  Number(tag) > 0 && typeof price === 'number' ? Math.round((price * 10_000) / Number(tag)) : null;

/**
 * A sheet of prices as domain.md §4.2 has it, as far as its fields depend on one another: the day on which a limited price ends,
 * where it holds, what is asked for where goods become cheaper, and the discount of each line.
 */
export const priceSheet = document('priceSheetProbe', {
  label: '调价单样品',
  group: '/v1/priceSheetProbe',
  number: { prefix: 'TJ', field: 'sheet_no' },
  title: 'sheet_no',
  fields: {
    sheet_no: text('调价单号', { unique: true, derived: true }),
    price_type: choice('价格类型', { [lasting]: '永久调价', [limited]: '限时特价' }, { required: true }),
    expire_at: date('失效日', { required: ({ price_type }) => price_type === limited }),
    scope_type: choice('范围', { [everywhere]: '全部', [inShops]: '指定门店' }, { required: true }),
    shop_code: text('门店编码', {
      visible: ({ scope_type }) => scope_type === inShops,
      required: ({ scope_type }) => scope_type === inShops,
    }),
    note: text('说明', {
      derived: true,
      compute: ({ price_type, expire_at }) => (price_type === limited ? `至 ${String(expire_at ?? '?')}` : '长期'),
    }),
  },
  lines: {
    label: '调价明细',
    unique: ['style'],
    fields: {
      style: text('款号', { required: true }),
      tag_price: money('吊牌价', { required: true }),
      cost: money('成本', { mask: 'stock:costView' }),
      new_price: money('新价', { required: true }),
      until: date('到', { visible: (_line, { price_type }) => price_type === limited }),
      reason: text('原因', { required: ({ tag_price, new_price }) => Number(new_price) < Number(tag_price) / 2 }),
      discount_bp: rate('折扣', { derived: true, most: 1_000_000, compute: discount }),
      margin: money('毛利', {
        derived: true,
        mask: 'stock:costView',
        least: Number.MIN_SAFE_INTEGER,
        compute: (line) => Number(line.new_price) - Number(line.cost),
      }),
    },
  },
  states: { 0: ['草稿', 'draft', 'idle'] },
  editable: [0],
  transitions: {
    stop: {
      label: '停用',
      from: [0],
      to: 0,
      segment: 'stop',
      access: 'priceSheetProbe:edit',
      asks: {
        why: choice('理由', { 1: '卖完', 2: '其他' }, { required: true }),
        words: text('说明', { visible: ({ why }) => why === 2, required: ({ why }) => why === 2 }),
      },
    },
  },
  calls: {
    list: ['list', 'priceSheetProbe:view'],
    detail: ['detail', 'priceSheetProbe:view'],
    add: ['add', 'priceSheetProbe:edit'],
    edit: ['edit', 'priceSheetProbe:edit'],
  },
  list: { columns: ['sheet_no'], filters: [], search: ['sheet_no'], sort: ['-id'] },
});
