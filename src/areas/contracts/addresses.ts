import { kindOf } from '#contract/areas/contracts/purchase-price-enums.ts';

/** Where contracts are written, judged, brought into force and filed. */
export const contractAt = {
  list: '/contract/contrackList',
  fresh: '/contract/addContrant',
  effect: '/contract/contrackEf',
  papers: '/contract/contrackYx',
  imports: '/ops/import',
  edit: (id: number) => `/contract/addContrant?id=${id}`,
  detail: (id: number) => `/contract/contrackShenhe?id=${id}`,
} as const;

const formOf: Readonly<Record<number, string>> = {
  [kindOf.change]: '/contract/addPurchase',
  [kindOf.later]: '/contract/cgHoubu',
};

/** Where purchase price sheets are written, judged and looked at. */
export const purchaseAt = {
  list: '/contract/cgListht',
  fresh: '/contract/addCaigou',
  change: '/contract/addPurchase',
  later: '/contract/cgHoubu',
  edit: (id: number, kind: unknown) => `${formOf[Number(kind)] ?? '/contract/addCaigou'}?id=${id}`,
  detail: (id: number) => `/contract/cgDetails?id=${id}`,
} as const;
