import { expect, it } from 'vitest';
import { exportTypesCall } from '#contract/areas/orders/exports.ts';
import { enumerationsCall } from '#contract/areas/shell/enumerations.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';

// Words of the definitions, for callers that are not built with them.

const { db } = await testDatabase();
const house = openHouse(db);

it('is refused of a name there is not', async () => {
  const me = await house.person('前台', []);
  await expect(house.ask(me, enumerationsCall, { names: ['toString'] })).rejects.toMatchObject({
    kind: 'invalid',
    field: 'names',
  });
});

it('says states and chosen fields as the definitions do, all of them where none is named', async () => {
  const me = await house.person('前台', []);
  expect(await house.ask(me, enumerationsCall, { names: ['rebate_status', 'order.sale_channel_type'] })).toEqual({
    rebate_status: [
      { id: 1, label: '待结算' },
      { id: 2, label: '已发放' },
      { id: -1, label: '已失效' },
    ],
    'order.sale_channel_type': [
      { id: 'shop', label: '门店' },
      { id: 'mall', label: '自营商城' },
      { id: 'platform', label: '第三方平台' },
      { id: 'agent', label: '代理' },
    ],
  });
  const all = await house.ask(me, enumerationsCall, {});
  expect(Object.keys(all).length).toBeGreaterThan(200);
  expect(Object.values(all).every((entries) => entries.length > 0)).toBe(true);
  expect((await house.ask(me, exportTypesCall, {}))[0]).toEqual({ id: 1, name: '订单明细' });
});
