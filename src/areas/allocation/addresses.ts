/** Where allots, the sender's part of them and their differences are looked at and worked on. */
export const allotAt = {
  list: '/storage/allotList',
  outs: '/storage/allotList?view=out',
  cartons: '/storage/allotList?view=cartons',
  fresh: '/storage/addaLlot',
  detail: (id: number) => `/storage/addaLlot?id=${id}`,
  edit: (id: number) => `/storage/addaLlot?id=${id}&edit=1`,
  /** At the sender's desk, found by the allot. */
  out: (allotId: number) => `/storage/addOut?allot=${allotId}`,
  outDesk: (outId: number) => `/storage/addOut?id=${outId}`,
  carton: (id: number) => `/storage/addOut?carton=1&id=${id}`,
  receive: (id: number) => `/storage/addIn?id=${id}`,
} as const;

export const diffAt = {
  list: '/storage/allotdiffList',
  detail: (id: number) => `/storage/allotdiffDetals?id=${id}`,
  deal: (id: number) => `/storage/allotdiffDetal?id=${id}`,
  judge: (id: number) => `/storage/allotdiffShenhe?id=${id}`,
} as const;
