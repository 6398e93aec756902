/** Addresses of this area, for links from one of its screens to another. */
export const partnerAt = {
  suppliers: '/basicbox/gyList',
  newSupplier: '/basicbox/addGy',
  manySuppliers: '/basicbox/gyEdits',
  supplier: (id: number) => `/basicbox/gyDetails?id=${id}`,
  editSupplier: (id: number) => `/basicbox/gyEdit?id=${id}`,
  accounts: '/basicbox/gyzhList',
  manyAccounts: '/basicbox/gyzhEdits',
  /** What waits for finance stands beside the accounts. */
  accountChanges: '/basicbox/gyzhList?shows=changes',
  newAccount: (supplierId?: number) =>
    `/basicbox/addGyzh${supplierId === undefined ? '' : `?supplier_id=${supplierId}`}`,
  editAccount: (id: number) => `/basicbox/gyzhEdit?id=${id}`,
  accountChange: (id: number) => `/basicbox/gyzhEdit?shows=change&id=${id}`,
  purchasers: '/basicbox/cgList',
  newPurchaser: '/basicbox/addCg',
  editPurchaser: (id: number) => `/basicbox/cgEdit?id=${id}`,
  handOver: (ids: readonly number[]) => `/basicbox/editCgs?ids=${ids.join(',')}`,
  carriers: '/basicbox/wlList',
  carrier: '/basicbox/addWl',
  banks: '/basicbox/bankManagement',
  /** The company's own accounts stand beside the banks. */
  ownAccounts: '/basicbox/bankManagement?shows=own',
} as const;
