import type { AnyDefinition, Scope } from '#contract/kit/definition.ts';

type Dimension = keyof Scope;

/** What a reference to one of these carries: a dimension of data scope (domain.md §10.3). */
const carriers: Readonly<Record<string, readonly Dimension[]>> = {
  warehouse: ['warehouse'],
  shop: ['shop'],
  supplier: ['supplier'],
  brand: ['brand'],
  category: ['category'],
  sku: ['brand', 'category'],
  spu: ['brand', 'category'],
};

/** The dimensions that the rows of a list carry and that do not limit it: who may see one shop would read the rows of all. */
export function unscoped({ fields, scope, calls }: AnyDefinition): Dimension[] {
  if (!calls.list) return [];
  const carried = Object.values(fields).flatMap(({ target }) => carriers[target?.().name ?? ''] ?? []);
  return [...new Set(carried)].filter((dimension) => scope?.[dimension] === undefined).toSorted();
}

/** Lists whose rows name one of these without being of it, each with the reason. */
export const reasons: Readonly<Record<string, string>> = {
  'dataRole warehouse': 'says who may see what; read by who grants',
  'dataRole shop': 'says who may see what; read by who grants',
  'dataRole supplier': 'says who may see what; read by who grants',
  'dataRole brand': 'says who may see what; read by who grants',
  'dataRole category': 'says who may see what; read by who grants',
  'attributeKey brand': 'the company’s words for goods (decision 0064)',
  'sizeType category': 'the company’s words for goods (decision 0064)',
  'purchaser brand': 'a person of the company, found by the department',
  'purchaser category': 'a person of the company, found by the department',
  'supplier brand': 'a supplier is limited by itself; its brands are what it offers',
  'spu supplier': 'the supplier of a style is a proposal; what was bought of whom is in orders and batches',
  'stock supplier':
    'the main supplier of the goods is what stock is looked for by; what was bought of whom is in orders and batches',
  'spuDraft supplier': 'the supplier of a style is a proposal; what was bought of whom is in orders and batches',
  'tagTemplate shop': 'a form to print on, with no figures',
  'tagTemplate brand': 'a form to print on, with no figures',
  'stocktaking brand': 'a sheet is of its warehouse; its lines are under the scope of their goods',
  'stocktaking category': 'a sheet is of its warehouse; its lines are under the scope of their goods',
  'contract category': 'a contract is of its supplier and its brands; categories narrow what it covers',
  'stockRule brand': 'a rule is of its warehouses, whatever goods it is about',
  'stockRule category': 'a rule is of its warehouses, whatever goods it is about',
  'allotRule category': 'a rule is of its warehouses, whatever goods it is about',
  'goodsPool shop': 'the goods of a shop stand in its warehouse, which limits them',
  'user shop': 'members are the company’s; their names and numbers are behind keys',
  'userLabel shop': 'labels are the company’s; they hold rules, no rows',
  'giftActivity brand': 'an activity is of its shops, whatever goods it is about',
  'giftActivity category': 'an activity is of its shops, whatever goods it is about',
  'paidPlan brand': 'plans are the company’s; the piece is the card that orders sell',
  'paidPlan category': 'plans are the company’s; the piece is the card that orders sell',
  'coupon shop': 'coupons are the company’s; who holds one is behind its own key',
  'coupon brand': 'coupons are the company’s; who holds one is behind its own key',
  'coupon category': 'coupons are the company’s; who holds one is behind its own key',
  'clientVersion shop': 'builds of the product, read by operations',
};
