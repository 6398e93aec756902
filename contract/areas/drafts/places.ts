import type { Places } from '../../kit/place.ts';

export const places: Places = {
  spuDraft: { list: '/shopstool/releaseShop', record: '/shopstool/releaseShop?keyword={no}' },
};
