import type { Places } from '../../kit/place.ts';

export const places: Places = {
  tagTemplate: { list: '/systemSet/priceTag', record: '/systemSet/priceTag?id={id}' },
  hangTagJob: { list: '/systemSet/hangtagProduction', record: '/systemSet/hangtagProduction?id={id}' },
};
