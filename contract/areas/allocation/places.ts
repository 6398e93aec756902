import type { Places } from '../../kit/place.ts';

export const places: Places = {
  allot: { list: '/storage/allotList', record: '/storage/addaLlot?id={id}' },
  allotOut: { list: '/storage/allotList?view=out', record: '/storage/addOut?id={id}', screenOf: 'allot' },
  allotCarton: {
    list: '/storage/allotList?view=cartons',
    record: '/storage/addOut?carton=1&id={id}',
    screenOf: 'allot',
  },
  allotDiff: { list: '/storage/allotdiffList', record: '/storage/allotdiffDetals?id={id}' },
};
