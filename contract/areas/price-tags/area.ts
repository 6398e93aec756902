import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { hangTagCode } from './hang-tag-code.ts';
import { hangTagJob } from './hang-tag-job.ts';
import { places } from './places.ts';
import { tagCalls } from './tag-calls.ts';
import { tagTemplate } from './tag-template.ts';

const { jobSource, jobPrint, ...priceCalls } = tagCalls;

/** Tags with prices and hang tags: how they look, and their printing. */
export const priceTags: Area = {
  name: 'price-tags',
  label: '价签管理',
  definitions: [tagTemplate, hangTagJob, hangTagCode],
  places,
  menu: {
    screens: [
      {
        group: '/setting',
        order: 1,
        route: '/systemSet/hangtagProduction',
        name: '吊牌制作',
        opens: listOf(hangTagJob),
        keys: [...new Set([...keysOf(hangTagJob, hangTagCode), ...keysOfCalls({ jobSource, jobPrint })])],
      },
      {
        group: '/setting',
        order: 2,
        route: '/systemSet/priceTag',
        name: '价签管理',
        opens: listOf(tagTemplate),
        keys: [...new Set([...keysOf(tagTemplate), ...keysOfCalls(priceCalls)])],
      },
    ],
  },
};
