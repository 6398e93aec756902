/** Where batches of allots, rules and decisions are looked at and written. */
export const batchAt = {
  list: '/storage/batchallotList',
  fresh: '/storage/batchAddallot',
  detail: (id: number) => `/storage/batchAddallot?id=${id}`,
  edit: (id: number) => `/storage/batchAddallot?id=${id}&edit=1`,
} as const;

export const decisionAt = {
  list: '/storage/decisionList',
  detail: (id: number) => `/storage/decisionInfo?id=${id}`,
} as const;
