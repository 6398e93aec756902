import type { Places } from '../../kit/place.ts';

export const places: Places = {
  toolBatch: { list: '/shopstool/batchList', record: '/shopstool/modifyDetal?id={id}' },
};
