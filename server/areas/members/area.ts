import type { ServerArea } from '#server/area.ts';
import { seedMembers } from '#server/seed/members.ts';
import { seedRebates } from '#server/seed/rebates.ts';
import { serveMemberAdjust } from './adjust.ts';
import { earnByOrders } from './earn.ts';
import { expirePoints } from './expire-points.ts';
import { refreshDueLabels } from './label-rules.ts';
import { serveLabels } from './labels.ts';
import { paidByOrders } from './paid/by-orders.ts';
import { serveRebates } from './paid/rebates.ts';
import { servePaid } from './paid/serve-paid.ts';
import { pricedWithPoints } from './priced-with-points.ts';
import { followStoredValue } from './stored-value.ts';
import { takeBackEarned } from './take-back.ts';
import { memberHiding, serveUser } from './user.ts';

/** Members, their labels, points and growth. */
export const members: ServerArea = {
  name: 'members',
  serve(kit) {
    serveUser(kit);
    serveLabels(kit);
    serveMemberAdjust(kit);
    servePaid(kit);
    paidByOrders(kit);
    serveRebates(kit);
    pricedWithPoints(kit);
    earnByOrders(kit);
    takeBackEarned(kit);
    followStoredValue(kit);
  },
  hidden: { user: memberHiding },
  seed: [
    { name: 'members', after: ['warehouses and shops'], run: seedMembers },
    {
      name: 'rebates of paid members',
      after: ['members', 'orders', 'after-sales, refunds and invoices'],
      run: seedRebates,
    },
  ],
  timers: [
    { name: '会员规则标签', everyMs: 3_600_000, run: ({ db, clock }) => refreshDueLabels(db, clock.now()) },
    {
      name: '会员积分到期',
      everyMs: 86_400_000,
      atStart: true,
      run: async ({ db, clock }) => void (await expirePoints(db, clock.now())),
    },
  ],
};
