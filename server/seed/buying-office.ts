import { randomUUID } from 'node:crypto';
import type { Call } from '#contract/kit/call.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { serveCodes } from '#server/areas/codes/serve-codes.ts';
import { serveContracts } from '#server/areas/contracts/serve-contracts.ts';
import { servePurchasing } from '#server/areas/purchasing/serve-purchasing.ts';
import { listenForOwed } from '#server/areas/settlement/serve-settlement.ts';
import { type Actor, systemActor } from '#server/identity/actor.ts';
import { callerOf } from '#server/import/make-call.ts';
import { personNamed } from '#server/import/staff.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { Registry } from '#server/kit/registry.ts';
import { stockPolicies } from '#server/stock-policies.ts';
import { createLog } from '../platform/log.ts';
import type { Chance } from './chance.ts';
import type { SeedStep } from './context.ts';

/** A business day and an hour in Shanghai. */
export type Moment = readonly [day: string, hour: number];

/** The people of the demo company who agree with suppliers and buy from them, and the calls that they make, each at its own time. */
export interface BuyingOffice {
  readonly registry: Registry;
  readonly buyer: Actor;
  readonly buyMgr: Actor;
  readonly finMgr: Actor;
  readonly whs: Actor;
  readonly whsMgr: Actor;
  /** Makes a call as this person then, or just before the load where that is still to come. */
  make<In, Out>(call: Call<In, Out>, by: Actor, when: Moment, input: In): Promise<Out>;
  /** What the clock does then. */
  byClock(when: Moment): WriteContext;
}

/** Opens it. The demo accounts must be there. */
export async function openBuyingOffice(step: SeedStep, chance: Chance): Promise<BuyingOffice> {
  const { tx, now, numbers } = step;
  const registry = new Registry();
  const kit = { registry, numbers, policies: stockPolicies(numbers, registry.events) };
  serveContracts(kit);
  servePurchasing(kit);
  serveCodes(kit);
  listenForOwed(kit);
  const log = createLog({ level: 'warn' });
  const make = callerOf(registry, log);
  const at = ([day, hour]: Moment): Date => {
    const then = new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+08:00`);
    return then < now ? then : new Date(now.getTime() - 60_000);
  };
  const person = async (username: string): Promise<Actor> => {
    const found = await personNamed(tx, username);
    if (!found) throw new Error(`the demo account ${username} is missing`);
    return found;
  };
  return {
    registry,
    buyer: await person('buyer'),
    buyMgr: await person('buyMgr'),
    finMgr: await person('finMgr'),
    whs: await person('whs'),
    whsMgr: await person('whsMgr'),
    make: (call, actor, when, input) => make(tx, call, { actor, now: at(when), opId: chance.uuid(), input }),
    byClock: (when) => {
      const origin = { requestId: 'demo', ip: 'demo', device: undefined, userAgent: '' };
      return { db: tx, actor: systemActor, now: at(when), opId: randomUUID(), origin, log };
    },
  };
}

/** The day so many days after another. */
export const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

/** The business day of the load. */
export const todayOf = ({ now }: Pick<SeedStep, 'now'>): string => businessDay(now);
