import { command } from '../../kit/call.ts';
import type { Rule } from '../../kit/definition.ts';
import type { Fields } from '../../kit/field.ts';
import { flag } from '../../kit/kinds/choice.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { purchaser } from './purchaser.ts';

/** What may be handed over, each part or not. */
export interface HandOverParts {
  suppliers?: boolean | undefined;
  brands?: boolean | undefined;
  categories?: boolean | undefined;
}

export interface HandOver {
  /** Whose work ends. */
  from_ids: number[];
  /** Who goes on with it. */
  to_id: number;
  move: HandOverParts;
}

/** How many suppliers, brands and categories have come into other hands, together and each. */
export interface HandedOver {
  moved_count: number;
  moved: { suppliers: number; brands: number; categories: number };
}

/** Hands over suppliers, brands and categories in one go, all or nothing (domain/api.csv). Suppliers out of use go along. */
export const handOverCall = command<HandOver, HandedOver>({
  service: 'erp',
  path: '/v1/purchaser/batchEdit',
  access: 'purchaser:batchEdit',
});

const fields = {
  from_ids: references(() => purchaser, '移交人', { required: true }),
  to_id: reference(() => purchaser, '接收人', { required: true, among: () => ({ status: [1] }) }),
  suppliers: flag('移交供应商', { initial: true }),
  brands: flag('移交品牌', { initial: true }),
  categories: flag('移交分类', { initial: true }),
} satisfies Fields;

/** Somebody else goes on, with something. */
const rules: readonly Rule[] = [
  ({ from_ids, to_id }) =>
    Array.isArray(from_ids) && from_ids.includes(to_id)
      ? { field: 'to_id', words: '接收人不能是移交人自己' }
      : undefined,
  ({ suppliers, brands, categories }) =>
    suppliers || brands || categories ? undefined : { field: 'suppliers', words: '请至少选择一项交接内容' },
];

/** What is asked for before it. */
export const handOverForm = { label: '采购员交接', fields, rules };
