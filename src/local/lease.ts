import type { Journal } from './databases.ts';
import type { World } from './world.ts';

/**
 * Runs `work` as the one drain of this device, or answers `busy`. Without locks the lease row alone decides: taken in
 * one transaction, given back at the end. With them the lock is taken and kept by one request, the work runs inside it
 * (reference pwa §0 no. 10: asking first and taking later elects two). A page that somebody looks at takes the lock from
 * a holder whose beat stopped 30 s ago (a frozen tab keeps its lock, no. 11); the lockLost one learns it from the lease
 * row, and until then sends nothing that the op ids do not make harmless.
 */
export async function asOnlyDrain<T>(
  parts: { db: Journal; world: World; owner: string },
  work: () => Promise<T>,
): Promise<T | 'busy'> {
  const { db, world, owner } = parts;
  const take = () => db.meta.put({ key: 'lease', owner, beat: world.now() });
  const held = async () => {
    await take();
    return work();
  };
  if (!world.locks) {
    const taken = await db.transaction('rw', db.meta, async () => {
      if (await isFresh(parts)) return false;
      await take();
      return true;
    });
    if (!taken) return 'busy';
    try {
      return await work();
    } finally {
      await giveBack(parts);
    }
  }
  const first = await world.locks.request<T | 'busy'>(lockName, { ifAvailable: true }, async (lock) =>
    lock ? held() : 'busy',
  );
  if (first !== 'busy' || !world.visible() || (await isFresh(parts))) return first;
  return world.locks.request(lockName, { steal: true }, held);
}

/** True while the lease is still `owner`'s; says so with a new beat. Inside the transaction that stores what was learnt. */
export async function beat(db: Journal, owner: string, now: number): Promise<boolean> {
  const lease = await db.meta.get('lease');
  if (lease?.key !== 'lease' || lease.owner !== owner) return false;
  await db.meta.put({ key: 'lease', owner, beat: now });
  return true;
}

/** Another drain need not wait for the lease to grow stale. One that was taken over meanwhile stays the other's. */
async function giveBack({ db, world, owner }: { db: Journal; world: World; owner: string }): Promise<void> {
  await db
    .transaction('rw', db.meta, async () => {
      const lease = await db.meta.get('lease');
      if (lease?.key === 'lease' && lease.owner === owner) await db.meta.delete('lease');
    })
    // What the drain came to stands; the lease ends by its age then.
    .catch(world.report);
}

async function isFresh({ db, world, owner }: { db: Journal; world: World; owner: string }): Promise<boolean> {
  const lease = await db.meta.get('lease');
  if (lease?.key !== 'lease' || lease.owner === owner) return false;
  const age = world.now() - lease.beat;
  // A beat from the future is a clock that was set back: as good as stale.
  return age >= 0 && age < staleAfter;
}

const lockName = 'outbox-drain';
const staleAfter = 30_000;
