import type { Choices } from '../../kit/field.ts';

/** purchase_price_kind of domain.md §2. */
export const purchasePriceKind = { 1: '新品定价', 2: '采购调价', 3: '价格后补' } as const satisfies Choices;
export const kindOf = { fresh: 1, change: 2, later: 3 } as const;

/** price_state of domain.md §2 by name. */
export const priceStateOf = { priced: 1, estimated: 2 } as const;
