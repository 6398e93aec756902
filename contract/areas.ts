import { access } from './areas/access/area.ts';
import { afterSales } from './areas/after-sales/area.ts';
import { allocation } from './areas/allocation/area.ts';
import { cashier } from './areas/cashier/area.ts';
import { codes } from './areas/codes/area.ts';
import { contracts } from './areas/contracts/area.ts';
import { costs } from './areas/costs/area.ts';
import { coupons } from './areas/coupons/area.ts';
import { drafts } from './areas/drafts/area.ts';
import { expenses } from './areas/expenses/area.ts';
import { finance } from './areas/finance/area.ts';
import { fleet } from './areas/fleet/area.ts';
import { goods } from './areas/goods/area.ts';
import { me } from './areas/me/area.ts';
import { members } from './areas/members/area.ts';
import { ops } from './areas/ops/area.ts';
import { orders } from './areas/orders/area.ts';
import { partners } from './areas/partners/area.ts';
import { price } from './areas/price/area.ts';
import { priceTags } from './areas/price-tags/area.ts';
import { promotions } from './areas/promotions/area.ts';
import { purchasing } from './areas/purchasing/area.ts';
import { replenishment } from './areas/replenishment/area.ts';
import { reports } from './areas/reports/area.ts';
import { settings } from './areas/settings/area.ts';
import { settlement } from './areas/settlement/area.ts';
import { shell } from './areas/shell/area.ts';
import { shopGoodsArea } from './areas/shop-goods/area.ts';
import { tasks } from './areas/tasks/area.ts';
import { warehouse } from './areas/warehouse/area.ts';
import type { Area } from './kit/area.ts';

/** Every area of the agreement: one line for a new one, here and in `server/areas.ts`. */
export const areas: readonly Area[] = [
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
  costs,
  expenses,
  codes,
  members,
  orders,
  afterSales,
  promotions,
  coupons,
  cashier,
  reports,
  fleet,
  finance,
  settings,
  shell,
  me,
  tasks,
  ops,
];
