import type { Places } from '../../kit/place.ts';

export const places: Places = {
  allotRule: { list: '/storage/allotruleList', record: '/storage/allotruleList?id={id}' },
  allotDecision: { list: '/storage/decisionList', record: '/storage/decisionInfo?id={id}' },
  batchAllot: { list: '/storage/batchallotList', record: '/storage/batchAddallot?id={id}' },
};

/** Where a new batch shares out to other places what an inbound batch has brought to a warehouse. */
export const sharedOutAt = (inbound: { readonly id: number; readonly warehouse: number }): `/${string}` =>
  `/storage/batchAddallot?inbound_id=${inbound.id}&out_warehouse_id=${inbound.warehouse}`;
