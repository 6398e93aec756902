/** Where selections, orders and appointments are written, judged and looked at. */
export const selectionAt = {
  list: '/buybox/selectShop',
  fresh: '/buybox/selectShopDetails',
  detail: (id: number) => `/buybox/selectShopDetails?id=${id}`,
  edit: (id: number) => `/buybox/selectShopDetails?id=${id}&edit=1`,
} as const;

export const orderAt = {
  list: '/buybox/caigouList',
  fresh: '/buybox/addCaig',
  detail: (id: number) => `/buybox/addCaig?id=${id}`,
  edit: (id: number) => `/buybox/addCaig?id=${id}&edit=1`,
} as const;

export const arrivalAt = {
  list: '/buybox/yuyueList',
  dock: '/buybox/yuyueList?view=dock',
  fresh: '/buybox/addYuy',
  typed: '/buybox/addYuyOld',
  detail: (id: number) => `/buybox/yuyueDetals?id=${id}`,
  edit: (id: number) => `/buybox/addYuy?id=${id}`,
} as const;

/** Where returns to suppliers are looked at and written. */
export const returnAt = {
  list: '/buybox/tuifanList',
  fresh: '/buybox/addTuif',
  edit: (id: number) => `/buybox/addTuif?id=${id}`,
  detail: (id: number) => `/buybox/tuifanDetails?id=${id}`,
};

/** Where imperfect goods are: registered on the page that shows them. */
export const imperfectAt = {
  list: '/buybox/imperfectShopManagement',
  fresh: '/buybox/imperfectDetails',
  detail: (id: number) => `/buybox/imperfectDetails?id=${id}`,
};
