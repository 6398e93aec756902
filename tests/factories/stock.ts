import { adjustType, stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { House } from '#tests/boot/house.ts';

export const adjustment = {
  calls: callsOf(stockAdjustment),
  submit: transitionCall(stockAdjustment, 'submit'),
  audit: transitionCall(stockAdjustment, 'audit'),
  cancel: transitionCall(stockAdjustment, 'cancel'),
};

export interface AdjustedLine {
  sku_id: number;
  qty: number;
  imperfect_type?: number;
  to_imperfect_type?: number;
  zone?: string;
  unit_cost?: number;
}

/** Two people who may make and judge adjustments. */
export async function stockPeople(house: House): Promise<{ maker: Actor; judge: Actor }> {
  const keys = [
    'Inventory:adjustView',
    'Inventory:adjustAdd',
    'Inventory:adjustAudit',
    'Inventory:adjustCancel',
    'Inventory:streamView',
    'stock:view',
  ];
  return { maker: await house.person('制单', keys), judge: await house.person('审核', keys) };
}

interface Adjusting {
  people: { maker: Actor; judge: Actor };
  warehouse: number;
  type: number;
  lines: AdjustedLine[];
  happenedAt?: string;
}

/** Makes, submits and posts an adjustment through the calls. */
export async function adjust(house: House, { people, warehouse, type, lines, happenedAt }: Adjusting): Promise<number> {
  const saved = await house.ask(people.maker, adjustment.calls.add, {
    warehouse_id: warehouse,
    adjust_type: type,
    reason: '测试调整',
    happened_at: happenedAt ?? null,
    lines: lines as never,
  });
  await house.ask(people.maker, adjustment.submit, { id: saved.id });
  await house.ask(people.judge, adjustment.audit, { id: saved.id, result: 1 });
  return saved.id;
}

/** Opening stock of some goods. */
export async function openingStock(
  house: House,
  { people, warehouse, lines }: Omit<Adjusting, 'type'>,
): Promise<number> {
  return await adjust(house, { people, warehouse, type: adjustType.opening, lines });
}
