import { allotsWanted } from '#contract/areas/allocation/allots-wanted.ts';
import type { EventKind } from '#contract/kit/event.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { keyOf, lockBalances, shortOf } from '#server/ledger/balances.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { makeAllot } from './make-allot.ts';

type Wanted = typeof allotsWanted extends EventKind<infer Payload> ? Payload : never;

/** Makes the allots that documents of other areas want. */
export function makeWantedAllots(kit: Kit): void {
  kit.registry.events.on(allotsWanted, async (context, wanted) => {
    await holdAll(kit, context, wanted);
    const { source_type, source_id, source_no, allots, ...shared } = wanted;
    for (const { in_warehouse_id, lines } of allots)
      await makeAllot(kit, context, {
        asked: { ...shared, in_warehouse_id, lines },
        from: { definition: { name: source_type }, id: source_id, no: source_no },
      });
  });
}

/**
 * Locks the balances of all goods before the first allot is made, in the one order of locks, and judges them together: what several receivers
 * want of the same goods is there or nothing is made, and what is told is what the sender has, not what the first ones left.
 */
async function holdAll({ policies }: Kit, { db }: WriteContext, { out_warehouse_id, allots }: Wanted): Promise<void> {
  const location = locationsOf(out_warehouse_id).warehouse;
  const needed = new Map<number, number>();
  for (const { lines } of allots)
    for (const { sku_id, qty } of lines) needed.set(sku_id, (needed.get(sku_id) ?? 0) + qty);
  const keys = [...needed.keys()].map((skuId) => ({ location, skuId, imperfectType: 0 }));
  const balances = await lockBalances({ db, policies }, { keys });
  for (const key of keys) {
    const balance = balances.get(keyOf(key));
    const qty = needed.get(key.skuId) ?? 0;
    if (!balance) throw new Error(`no balance of ${keyOf(key)} under its lock`);
    const free = balance.onHand - balance.locked;
    if (free < qty) throw shortOf(balance, { free, needed: qty });
  }
}
