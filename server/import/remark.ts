import type { BilingualMessage } from '#server/sheets/bilingual-message.ts';

/** Something an import did or found, for the report: a bad row, a code left out, a price rounded. */
export interface Remark {
  readonly row?: number | undefined;
  readonly code: string;
  /** Every spelling of the code in the file, where a remark without a row is about the rows of more than one. */
  readonly codes?: readonly string[];
  readonly kind: RemarkKind;
  readonly detail: BilingualMessage;
  /** How many it stands for, where that is not one. */
  readonly rows?: number;
}

export type RemarkKind = keyof typeof remarkKinds;

/** What each kind of remark means. */
export const remarkKinds = {
  'bad row': { en: 'bad row', zh: '有误的行' },
  'left out': { en: 'left out', zh: '不是商品，已略过' },
  folded: {
    en: 'code written in several letter cases: one SKU, every spelling a barcode',
    zh: '编码大小写写法不一：合为一个货品，每种写法都是条码',
  },
  'no name': { en: 'goods that no line names: the code stands for the name', zh: '没有名称：以编码代替' },
  'no price': {
    en: 'goods without a price: the style waits to be initialised',
    zh: '没有价格：商品待初始化',
  },
  rounded: { en: 'price rounded to whole fen', zh: '价格四舍五入到分' },
  shortened: { en: 'name cut to its longest length', zh: '名称过长，已截短' },
  kept: {
    en: 'kept as it is in the product although the file says otherwise',
    zh: '与文件不同，保留系统中的内容',
  },
  'unknown goods': {
    en: 'code that no SKU carries as a barcode: import the goods first',
    zh: '没有此条码的货品：请先导入商品',
  },
  'already opened': {
    en: 'goods with opening stock in this warehouse already: not added again',
    zh: '该仓已有期初库存，不重复增加',
  },
  'no pieces': {
    en: 'goods of which the list has no piece: no opening stock',
    zh: '数量为零：没有期初库存',
  },
  'too many': { en: 'more than a line can hold', zh: '数量或金额超出一行的上限' },
  'no goods': { en: 'no goods: a fee, a charge or another booking', zh: '不是商品：费用或其他记账' },
  'several goods': {
    en: 'several SKUs differ from this code by letter case alone',
    zh: '有多个货品与此编码仅大小写不同',
  },
  correction: { en: 'no invoice: a correction of the books', zh: '不是销售单：账务更正' },
  'price is zero': { en: 'the price is 0 or below: no sale', zh: '价格为零或负数，不是销售' },
  'below one fen': { en: 'the price rounds to 0 fen', zh: '价格四舍五入后不足一分' },
  'write-off': { en: 'pieces below 1 without being a return: a write-off', zh: '数量不为正且不是退货：报损' },
  'no return': { en: 'a return without pieces', zh: '退货数量不为负' },
  'stock short': {
    en: 'the warehouse has too few at that time: the whole order is left out',
    zh: '当时库存不足，整单未导入',
  },
  'order incomplete': {
    en: 'another line of its invoice is refused: an invoice that posts stock is taken whole or not at all',
    zh: '同单其他行不能导入：过账库存的单据整单导入或整单略过',
  },
  'sale refused': {
    en: 'the return of an order that was left out for want of stock',
    zh: '原订单因库存不足未导入，其退货也未导入',
  },
  'other figures': {
    en: 'imported before with other figures: kept as it is',
    zh: '此前已导入且数字不同：保留原单',
  },
} as const satisfies Record<string, BilingualMessage>;

// What is told of rows that are taken, or were before.
const notes: ReadonlySet<RemarkKind> = new Set([
  'folded',
  'no name',
  'no price',
  'rounded',
  'shortened',
  'kept',
  'other figures',
]);

/** Is the remark about rows that were not taken? */
export const isRefusal = ({ kind }: Remark): boolean => !notes.has(kind);
