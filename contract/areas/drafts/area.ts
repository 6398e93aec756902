import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { places } from './places.ts';
import { draftDelete, spuDraft } from './spu-draft.ts';

/** Styles before they are styles. */
export const drafts: Area = {
  name: 'drafts',
  label: '商品草稿',
  definitions: [spuDraft],
  places,
  menu: {
    screens: [
      {
        group: '/tools',
        order: 3,
        route: '/shopstool/releaseShop',
        name: '批量发布商品',
        opens: listOf(spuDraft),
        keys: [...new Set([...keysOf(spuDraft), ...keysOfCalls({ draftDelete })])],
      },
    ],
  },
};
