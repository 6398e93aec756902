/** Templates, one of them, and the printing of tags stand on one route of the specification. */
export const tagAt = {
  list: '/systemSet/priceTag',
  fresh: '/systemSet/priceTag?new=1',
  edit: (id: number) => `/systemSet/priceTag?id=${id}`,
  desk: (templateId?: number) =>
    `/systemSet/priceTag?desk=1${templateId === undefined ? '' : `&template=${templateId}`}`,
} as const;
