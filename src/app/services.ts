import { QueryClient } from '@tanstack/react-query';
import { forgetAll } from '#src/engine/query-keys.ts';
import { readPolicy } from '#src/engine/read-policy.ts';
import { showAlert } from '#src/kit/notice.ts';
import type { Local } from '#src/local/index.ts';
import { buildId } from '#src/platform/build.ts';
import { lockManager } from '#src/platform/device.ts';
import { askWakeUp, isVisible, onNetworkChange } from '#src/platform/online.ts';
import { isPausedHere } from '#src/platform/own-orders.ts';
import { readSession } from '#src/platform/session.ts';
import { startKeys } from '#src/platform/start-keys.ts';
import { getStored, setStored } from '#src/platform/storage.ts';
import { loadBases, ownBases } from '#src/wire/bases.ts';
import { pauseWatch } from '#src/wire/kill-switches.ts';
import { newOpId } from '#src/wire/op-id.ts';
import { createWire, type Wire, type WireContext } from '#src/wire/wire.ts';
import { loadPart } from './routing/stale-chunk.ts';

/** What lives as long as the page and is shared by every screen. */
export interface Services {
  wire: Wire;
  queries: QueryClient;
  /** This device's databases: read and opened when first asked for, the same promise from then on. */
  local(): Promise<Local>;
}

/** Makes the services of this window. Nothing is sent and no database opened yet. */
export function createServices(events: Required<Pick<WireContext, 'onSignedOut' | 'onActivity'>>): Services {
  let opened: Promise<Local> | null = null;
  const services: Services = {
    wire: waitingWire(async () =>
      createWire(await contextOf(events, { local: services.local, moved: () => void forgetAll(services.queries) })),
    ),
    queries: new QueryClient({ defaultOptions: { queries: readPolicy } }),
    local: () => {
      opened ??= openDatabases(services.wire);
      return opened;
    },
  };
  return services;
}

async function openDatabases(wire: Wire): Promise<Local> {
  const [
    { openLocal, realWorld },
    { stocktaking },
    { inbound },
    { allotOut, allotInto },
    { orderOut },
    { imperfect },
    { putAway },
  ] = await Promise.all([
    loadPart(() => import('#src/local/index.ts')),
    loadPart(() => import('#src/areas/handheld/stocktaking/codec.ts')),
    loadPart(() => import('#src/areas/handheld/inbound/codec.ts')),
    loadPart(() => import('#src/areas/handheld/allot/codec.ts')),
    loadPart(() => import('#src/areas/handheld/order/codec.ts')),
    loadPart(() => import('#src/areas/handheld/imperfect/codec.ts')),
    loadPart(() => import('#src/areas/handheld/put-away/codec.ts')),
  ]);
  const ofAll = pauseWatch();
  const world = realWorld({ locks: lockManager(), visible: isVisible, report: reportError, newOpId });
  const local = await openLocal({
    world,
    send: (...call) => wire.send(...call),
    codecs: [stocktaking, inbound, allotOut, allotInto, orderOut, imperfect, putAway],
    discards: putAway,
    hint: () => void askWakeUp('drain'),
    paused: async () => isPausedHere() || (await ofAll()),
  });
  setStored(startKeys.device, await local.deviceId());
  return local;
}

async function contextOf(
  events: Pick<WireContext, 'onSignedOut' | 'onActivity'>,
  { local, moved }: { local: Services['local']; moved: () => void },
): Promise<WireContext> {
  const [bases, device] = await Promise.all([findBases(moved), findDevice(local)]);
  return { ...events, bases, device, build: buildId(), caller: readSession };
}

/** A device that may keep nothing (private window) has no name; the server then treats it as an unknown one. */
async function findDevice(local: Services['local']): Promise<string> {
  const kept = getStored<string>(startKeys.device);
  if (kept.found === 'value') return kept.value;
  try {
    return await (await local()).deviceId();
  } catch (problem) {
    reportError(problem);
    return '';
  }
}

/**
 * The addresses of `/config.json`. Those of last time serve at once and are put right when the file has come; `moved` then
 * tells where it says otherwise. A device that has none waits up to 2 s for them.
 */
async function findBases(moved: () => void): Promise<WireContext['bases']> {
  const kept = getStored<WireContext['bases']>(startKeys.bases);
  const bases = { ...ownBases, ...(kept.found === 'value' ? kept.value : {}) };
  const ask = async (): Promise<boolean> => {
    const found = await loadBases();
    // The very object of our own addresses is the answer for "nobody told us".
    if (found === ownBases) return false;
    const before = JSON.stringify(placesOf(bases));
    Object.assign(bases, found);
    setStored(startKeys.bases, found);
    if (kept.found === 'value' && JSON.stringify(placesOf(bases)) !== before) moved();
    return true;
  };
  const asked = ask();
  void asked.then((told) => {
    if (told) return;
    const stop = onNetworkChange((online) => {
      if (online) void ask().then((now) => now && stop());
    });
  });
  if (kept.found !== 'value') await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 2000))]);
  return bases;
}

/** The addresses alone: another build at the same place is no other server. */
const placesOf = ({ build: _build, ...places }: WireContext['bases']) => places;

/** A wire that makes itself on its first call. HTTP 403 alerts the server's message (specification §8), unless whoever asks has words of its own for it. */
function waitingWire(make: () => Promise<Wire>): Wire {
  let made: Promise<Wire> | null = null;
  const ready = () => {
    made ??= make();
    return made;
  };
  return {
    send: async (call, input, options) => {
      const sent = await (await ready()).send(call, input, options);
      if (!sent.ok && sent.failure.kind === 'forbidden' && !options?.ownWords) void showAlert(sent.failure.msg);
      return sent;
    },
    file: async (...call) => (await ready()).file(...call),
    raw: async (...call) => (await ready()).raw(...call),
  };
}
