import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { places } from './places.ts';
import { tagCalls } from './tag-calls.ts';
import { tagTemplate } from './tag-template.ts';

/** Tags with prices on them: how they look, and their printing. */
export const priceTags: Area = {
  name: 'price-tags',
  label: '价签管理',
  definitions: [tagTemplate],
  places,
  menu: {
    screens: [
      {
        group: '/setting',
        order: 2,
        route: '/systemSet/priceTag',
        name: '价签管理',
        opens: listOf(tagTemplate),
        keys: [...new Set([...keysOf(tagTemplate), ...keysOfCalls(tagCalls)])],
      },
    ],
  },
};
