/** States of a purchase order by name (domain.md §4.5). */
export const orderState = {
  draft: 0,
  waiting: 1,
  rejected: 2,
  toArrive: 3,
  partly: 4,
  finished: 5,
  closed: 6,
  cancelled: -1,
} as const;

/** States of an arrival order by name (domain.md §4.6). */
export const arrivalState = {
  draft: 0,
  waiting: 1,
  rejected: 2,
  toArrive: 3,
  arrived: 4,
  receiving: 5,
  finished: 6,
  missed: 7,
  cancelled: -1,
} as const;

/** States of a goods selection by name (domain.md §4.5). */
export const selectionState = { draft: 0, waiting: 1, confirmed: 2, ordered: 3, rejected: 4, cancelled: -1 } as const;

/** price_state of domain.md §2 by name. */
export const pricedAs = { priced: 1, estimated: 2 } as const;

/** A line that has no price yet carries none: its zero is no price, and is not read as one. */
export const noPriceYet = {
  pending: {
    when: { price_state: pricedAs.estimated, purchase_price: 0 },
    words: '待补价',
  },
} as const;

/** fine_type of domain.md §2, as far as arrivals propose them. */
export const fineFor = { late: 1, missed: 2 } as const;
