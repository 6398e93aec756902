import type { Places } from '../../kit/place.ts';

export const places: Places = {
  staff: { list: '/admin/accounCenter', record: '/admin/addStaf?id={id}' },
};
