import type { Places } from '../../kit/place.ts';

export const places: Places = {
  backOrder: { list: '/buybox/tuifanList', record: '/buybox/tuifanDetails?id={id}' },
  imperfectRecord: { list: '/buybox/imperfectShopManagement', record: '/buybox/imperfectDetails?id={id}' },
};
