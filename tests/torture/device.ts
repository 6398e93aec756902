import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { allotInto, allotOut } from '#src/areas/handheld/allot/codec.ts';
import { imperfect } from '#src/areas/handheld/imperfect/codec.ts';
import { inbound } from '#src/areas/handheld/inbound/codec.ts';
import { orderOut } from '#src/areas/handheld/order/codec.ts';
import { putAway } from '#src/areas/handheld/put-away/codec.ts';
import { stocktaking } from '#src/areas/handheld/stocktaking/codec.ts';
import { type Local, openLocal, type World } from '#src/local/index.ts';
import type { Send } from '#src/local/stream-turn.ts';
import { createChance } from './chance.ts';
import { DeviceLocks } from './locks.ts';
import { newDisk, PageStorage } from './storage.ts';

// The database layer looks for the realm's IndexedDB once, when it is loaded, and its live queries rest where there was none:
// a test that reads a part of the product before this file would watch nothing.
Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange });

/** A device for one test: real floor, real (in-memory) IndexedDB, faithful locks, and a clock that the test moves. */
export interface TestDevice {
  local: Local;
  storage: PageStorage;
  world: World;
  /** Epoch milliseconds that the device believes in. */
  time: number;
  /** Milliseconds by which its clock is wrong: setting it moves no ticks. */
  clockError: number;
  /** Milliseconds that it has slept: its ticks stood still. */
  slept: number;
  problems: unknown[];
  /** What the device waits for: milliseconds and the way to let it happen. */
  timers: { ms: number; run(): void }[];
  visible: boolean;
  /** The page is gone, as after a crash: its locks are free. */
  die(): void;
  /** Another page on the same disk and locks. */
  secondPage(send?: Send): Promise<TestDevice>;
}

const chance = createChance(20_250_303);

/** Opens a device; `send` is the network, by default one that is not there. `trail`: it tells of what is put away. */
export async function newDevice(send: Send = noNetwork, { trail = false } = {}): Promise<TestDevice> {
  return openPage({ disk: newDisk(), locks: new DeviceLocks(), name: chance.uuid(), trail }, send);
}

/** The network in a dead spot. */
export const noNetwork: Send = () => Promise.resolve({ ok: false, failure: { kind: 'offline' } });

type Shared = { disk: IDBFactory; locks: DeviceLocks; name: string; trail: boolean };

async function openPage(shared: Shared, send: Send): Promise<TestDevice> {
  const storage = new PageStorage(shared.disk);
  const device = {
    storage,
    time: Date.UTC(2025, 2, 3, 8),
    clockError: 0,
    slept: 0,
    problems: [],
    timers: [],
    visible: true,
  } as unknown as TestDevice;
  device.world = {
    now: () => device.time + device.clockError,
    ticks: () => device.time - device.slept,
    random: () => 0.5,
    newOpId: () => chance.uuid(),
    after: (ms, run) => {
      const timer = { ms, run };
      device.timers.push(timer);
      return () => {
        device.timers = device.timers.filter((other) => other !== timer);
      };
    },
    locks: shared.locks.ofPage(device),
    visible: () => device.visible,
    report: (problem) => device.problems.push(problem),
    name: shared.name,
    storage: storage.given,
  };
  device.local = await openLocal({
    world: device.world,
    send,
    codecs: [stocktaking, inbound, allotOut, allotInto, orderOut, imperfect, putAway],
    discards: shared.trail ? putAway : undefined,
  });
  device.die = () => shared.locks.drop(device);
  device.secondPage = (other = send) => openPage(shared, other);
  return device;
}
