import type { Places } from '../../kit/place.ts';

export const places: Places = {
  allotRule: { list: '/storage/allotruleList', record: '/storage/allotruleList?id={id}' },
  allotDecision: { list: '/storage/decisionList', record: '/storage/decisionInfo?id={id}' },
  batchAllot: { list: '/storage/batchallotList', record: '/storage/batchAddallot?id={id}' },
};
