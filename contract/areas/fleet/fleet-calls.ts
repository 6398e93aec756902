import { command, query } from '../../kit/call.ts';
import type { Saved } from '../../kit/calls.ts';
import type { Lever } from './lever-enums.ts';

/** What a device says of itself. Times are those of the server, as far as the device knows its clock. */
export interface DeviceReport {
  device_id: string;
  name: string;
  page_build: string;
  /** The service worker that answers its next load; null where none does. */
  worker_build: string | null;
  /** A newer version is on the device and waits to be taken. */
  waiting_update: boolean;
  shown_as: 1 | 2;
  /** Operations that the server has not answered for, whoever on this device has made them. */
  unsent: number;
  /** For how long the first of them has waited, in seconds; null where there is none. */
  oldest_seconds: number | null;
  /** Those that wait for a person. */
  attention: number;
  storage_persisted: boolean;
  /** Bytes; null where the browser does not tell. */
  storage_used: number | null;
  /** Bytes that the browser would let us use in all; as above. */
  storage_quota?: number | null | undefined;
  /** The tag reader that was connected last; null for none. */
  reader?: string | null | undefined;
  /** Server minus device, in milliseconds. */
  skew_ms: number;
}

/** What a device is to do about its build: `soft` asks its people to take a newer one, `hard` lets nobody go on without. */
export interface UpgradeOrder {
  level: 'soft' | 'hard';
  version_no: string;
  /** What is new, for people. */
  notes: string;
}

/** What holds for this device alone. */
export interface DeviceOrders {
  /** To be shown until somebody has put it away; the same id is the same message. */
  message: { id: number; words: string } | null;
  /** Nothing is sent for now. */
  pause: boolean;
  /** No service worker serves it. */
  kill: boolean;
  /** The earlier build that it is to run; null for the one that all others run. A server of before says nothing of it. */
  build?: string | null | undefined;
}

/** A lever that is turned for chosen devices: on with what it takes, or off. */
export interface LeverTurn {
  ids: number[];
  lever: Lever;
  on: boolean;
  /** Of an upgrade and of a way back. */
  level?: 1 | 2 | undefined;
  /** The build that they are to have at least, one that some device has; of a way back the very one, which the server has kept. */
  least_build?: string | undefined;
  /** A message, or what is new. */
  words?: string | undefined;
  reason: string;
}

/** How many devices run a build. */
export interface BuildShare {
  build: string;
  /** When a device first reported it, by which older and newer are told apart. ISO time. */
  first_seen_at: string;
  devices: number;
  /** Those of them that have reported lately. */
  present: number;
  unsent: number;
  /** The version that is published names it. */
  is_wanted: boolean;
  /** A newer one is published. */
  is_old: boolean;
}

/** A scan or step that a person has put away on a device, so that it reaches no document any more. */
export interface PutAway {
  op_id: string;
  /** The `op_id` of what was put away. */
  discarded: string;
  /** What kind of work it was. */
  kind: PutAwayKind;
  /** Of the document that it was meant for; of a report of imperfect goods, their warehouse. */
  document: number;
  /** What it did, and why it waited, as the device showed it. */
  what: string;
  why: string;
  reason: string;
  /** ISO time, corrected by the device's measured clock skew. */
  discarded_at: string;
}

export const putAwayKinds = ['stocktaking', 'inbound', 'allotOut', 'allotInto', 'orderOut', 'imperfect'] as const;
export type PutAwayKind = (typeof putAwayKinds)[number];

const erp = { service: 'erp' } as const;

export const fleetCalls = {
  publish: command<{ id: number; version?: number | undefined }, Saved>({
    ...erp,
    path: '/v1/common/versionPublish',
    access: 'common:versionPublish',
  }),
  /** The version before it is offered again. */
  revoke: command<{ id: number; version?: number | undefined; reason: string }, Saved>({
    ...erp,
    path: '/v1/common/versionRevoke',
    access: 'common:versionPublish',
  }),
  /** The builds that run, the newest first. */
  builds: query<Record<string, never>, { list: BuildShare[] }>({
    ...erp,
    path: '/v1/common/deviceBuilds',
    access: 'common:versionView',
  }),
  /** A device reports, and hears what it is to do. */
  seen: command<DeviceReport, { order: UpgradeOrder | null; own: DeviceOrders }>({
    ...erp,
    path: '/v1/common/deviceSeen',
    access: 'login',
  }),
  /** Turns a lever for chosen devices; they hear of it with their next report. How many it was turned for. */
  turn: command<LeverTurn, { count: number }>({
    ...erp,
    path: '/v1/common/deviceOrder',
    access: 'common:versionPublish',
  }),
  /** A device tells what was put away on it, for the trail of the documents. An entry that was told before is answered again. */
  discarded: command<
    { device_id: string; entries: PutAway[] },
    { answers: { op_id: string; outcome: 'accepted' }[]; server_time: string }
  >({
    ...erp,
    path: '/v1/common/scanDiscarded',
    access: 'common:scanDiscard',
  }),
};
