import type { ServerArea } from './area.ts';
import { access } from './areas/access/area.ts';
import { allocation } from './areas/allocation/area.ts';
import { codes } from './areas/codes/area.ts';
import { contracts } from './areas/contracts/area.ts';
import { drafts } from './areas/drafts/area.ts';
import { finance } from './areas/finance/area.ts';
import { goods } from './areas/goods/area.ts';
import { me } from './areas/me/area.ts';
import { ops } from './areas/ops/area.ts';
import { orders } from './areas/orders/area.ts';
import { partners } from './areas/partners/area.ts';
import { price } from './areas/price/area.ts';
import { priceTags } from './areas/price-tags/area.ts';
import { purchasing } from './areas/purchasing/area.ts';
import { replenishment } from './areas/replenishment/area.ts';
import { settlement } from './areas/settlement/area.ts';
import { shell } from './areas/shell/area.ts';
import { shopGoodsArea } from './areas/shop-goods/area.ts';
import { tasks } from './areas/tasks/area.ts';
import { warehouse } from './areas/warehouse/area.ts';

/** Every area of the server: one line for a new one. What only the agreement knows (contract/areas.ts) needs none. */
export const areas: readonly ServerArea[] = [
  access,
  goods,
  shopGoodsArea,
  drafts,
  priceTags,
  price,
  partners,
  warehouse,
  allocation,
  replenishment,
  contracts,
  purchasing,
  settlement,
  codes,
  orders,
  finance,
  me,
  ops,
  shell,
  tasks,
];
