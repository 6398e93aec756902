/** Templates, one of them, and the printing of tags stand on one route of the specification. */
export const tagAt = {
  list: '/systemSet/priceTag',
  fresh: '/systemSet/priceTag?new=1',
  edit: (id: number) => `/systemSet/priceTag?id=${id}`,
  desk: (templateId?: number) =>
    `/systemSet/priceTag?desk=1${templateId === undefined ? '' : `&template=${templateId}`}`,
} as const;

/** Jobs of hang tags, the form of a new one, and the bench of one, on one route. */
export const jobAt = {
  list: '/systemSet/hangtagProduction',
  fresh: '/systemSet/hangtagProduction?new=1',
  bench: (id: number) => `/systemSet/hangtagProduction?id=${id}`,
} as const;
