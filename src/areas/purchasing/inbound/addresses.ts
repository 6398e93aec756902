/** Addresses of the screens of goods that come in (specification §2). */
export const inboundAt = {
  list: '/buybox/rukuList',
  begin: '/buybox/addRuk',
  count: (id: number) => `/buybox/addRuk?id=${id}`,
  detail: (id: number) => `/buybox/rukuDetals?id=${id}`,
  difference: (id: number) => `/buybox/chayiDetals?id=${id}`,
} as const;
