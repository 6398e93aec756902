import type { Rule } from '../../kit/definition.ts';
import type { RecordValues } from '../../kit/field.ts';
import { bearSide, promotionType, stepPlaces } from './promotion-enums.ts';

type Broken = { field: string; words: string } | undefined;

/** Records of these types have a field. */
export const ofTypes =
  (...types: readonly number[]) =>
  ({ promotion_type: type }: RecordValues): boolean =>
    types.includes(type as number);

/** Lines of these types have a field, except those that leave goods out. */
export const ofLines =
  (...types: readonly number[]) =>
  ({ is_exclude: left }: RecordValues, { promotion_type: type }: RecordValues): boolean =>
    !left && types.includes(type as number);

export const timesInOrder: Rule = ({ start_time: from, end_time: to }) =>
  typeof from === 'string' && typeof to === 'string' && Date.parse(to) <= Date.parse(from)
    ? { field: 'end_time', words: '结束时间必须晚于开始时间' }
    : undefined;

/** Each step asks for more than the one before it and gives more, and none is half there. */
export const stepsRise: Rule = (value) => {
  const { promotion_type: type } = value;
  if (type === promotionType.cut) return stepsFault(value, { least: 'step_amount', gives: 'step_cut', lower: false });
  if (type === promotionType.several)
    return stepsFault(value, { least: 'step_qty', gives: 'step_discount', lower: true });
  return undefined;
};

interface StepNames {
  readonly least: string;
  readonly gives: string;
  /** A step gives more as its figure gets smaller (a discount). */
  readonly lower: boolean;
}

function stepsFault(value: RecordValues, { least, gives, lower }: StepNames): Broken {
  let before: readonly [number, number] | undefined;
  let ended = false;
  for (const place of stepPlaces) {
    const [leastName, givesName] = [`${least}_${place}`, `${gives}_${place}`];
    const [asks, gift] = [value[leastName], value[givesName]];
    if (!isFigure(asks) && !isFigure(gift)) {
      ended = true;
      continue;
    }
    if (ended) return { field: leastName, words: '请先填写前一档' };
    if (!isFigure(asks)) return { field: leastName, words: `请填写第 ${place} 档的门槛` };
    if (!isFigure(gift)) return { field: givesName, words: `请填写第 ${place} 档的优惠` };
    if (!lower && gift > asks) return { field: givesName, words: '减免金额不能大于门槛金额' };
    if (before && asks <= before[0]) return { field: leastName, words: '门槛必须逐档提高' };
    if (before && (lower ? gift >= before[1] : gift <= before[1]))
      return { field: givesName, words: '优惠必须逐档加大' };
    before = [asks, gift];
  }
  return undefined;
}

/** Cutting once for every time the threshold is reached goes with one step alone. */
export const repeatsOnce: Rule = ({ promotion_type: type, repeats, step_amount_2: second }) =>
  type === promotionType.cut && repeats === true && isFigure(second)
    ? { field: 'repeats', words: '每满减只能有一档' }
    : undefined;

export const sharesAdd: Rule = ({ bear_side: side, supplier_rate_bp: rate }) =>
  side === bearSide.shared && (!isFigure(rate) || rate < 1 || rate > 9999)
    ? { field: 'supplier_rate_bp', words: '共担时供应商承担比例必须在 0.01% 到 99.99% 之间' }
    : undefined;

/** A line names goods, by one way or several, and says what it does with them. */
export const linesSaySomething: Rule = ({ promotion_type: type, lines, cut_amount: cut, discount_x10: whole }) => {
  if (!Array.isArray(lines)) return undefined;
  const rows = lines as RecordValues[];
  for (const [index, line] of rows.entries()) {
    if (![line.sku_id, line.category_id, line.brand_id].some(isFigure))
      return { field: `lines.${index}.sku_id`, words: `第 ${index + 1} 行请选择货品、分类或品牌` };
    if (line.is_exclude) continue;
    if (type === promotionType.price && !isFigure(line.promo_price) && !isFigure(cut))
      return { field: `lines.${index}.promo_price`, words: `第 ${index + 1} 行请填写活动价，或填写直降金额` };
    if (type === promotionType.exchange && !isFigure(line.promo_price))
      return { field: `lines.${index}.promo_price`, words: `第 ${index + 1} 行请填写换购价` };
    if (type === promotionType.discount && !isFigure(line.discount_x10) && !isFigure(whole))
      return { field: `lines.${index}.discount_x10`, words: `第 ${index + 1} 行请填写折扣，或填写统一折扣` };
  }
  return undefined;
};

const isFigure = (value: unknown): value is number => typeof value === 'number';
