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
