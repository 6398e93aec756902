import { z } from 'zod';
import { clientDevice } from '#contract/areas/fleet/client-device.ts';
import { clientVersion } from '#contract/areas/fleet/client-version.ts';
import { deviceOrder } from '#contract/areas/fleet/device-order.ts';
import { fleetCalls, putAwayKinds } from '#contract/areas/fleet/fleet-calls.ts';
import { type Lever, leverNames } from '#contract/areas/fleet/lever-enums.ts';
import { buildPattern } from '#contract/areas/fleet/version-enums.ts';
import { limits } from '#contract/kit/limits.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { readBuilds } from './builds.ts';
import { noteDevice } from './note-device.ts';
import { notePutAway } from './note-put-away.ts';
import { versionHooks } from './save-version.ts';
import { turnLever } from './turn-lever.ts';
import { publishVersion, revokeVersion } from './version-steps.ts';

const id = z.int().min(1);
const version = z.int().min(1).optional();
const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const build = z.string().regex(buildPattern);

/** Ten years: what a broken clock says beyond that is no age. */
const secondsMost = 10 * 366 * 86_400;

/** What a device may say of itself; who uses it is told by the token alone. */
const report = z.strictObject({
  device_id: z.string().trim().min(1).max(limits.name),
  name: z.string().trim().min(1).max(limits.name),
  page_build: build,
  worker_build: build.nullable(),
  waiting_update: z.boolean(),
  shown_as: z.literal([1, 2]),
  unsent: count,
  oldest_seconds: z.int().min(0).max(secondsMost).nullable(),
  attention: count,
  storage_persisted: z.boolean(),
  storage_used: count.nullable(),
  storage_quota: count.nullish(),
  reader: z.string().trim().min(1).max(limits.name).nullish(),
  skew_ms: z.int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
});

const opId = z.uuid().toLowerCase();
const putAway = z.strictObject({
  op_id: opId,
  discarded: opId,
  kind: z.enum(putAwayKinds),
  document: id,
  what: z.string().max(200),
  why: z.string().max(500),
  reason: z.string().trim().min(limits.reasonLeast).max(limits.reason),
  discarded_at: z.iso.datetime({ offset: true }),
});

const isOfBuild = (lever: Lever): boolean => lever === 'upgrade' || lever === 'goBack';

/** What a lever takes depends on the lever; what it does not take is refused, so that nobody believes it was heard. */
const turn = z
  .strictObject({
    ids: z.array(id).min(1).max(limits.pageSizeMost),
    lever: z.enum(leverNames),
    on: z.boolean(),
    level: z.literal([1, 2]).optional(),
    least_build: build.optional(),
    words: z.string().trim().min(1).max(limits.remark).optional(),
    reason: z.string().trim().min(limits.reasonLeast).max(limits.reason),
  })
  .refine(({ lever, on, level }) => (isOfBuild(lever) && on) === (level !== undefined), {
    path: ['level'],
    message: '只有要求升级或回退版本时填写，且必填',
  })
  .refine(({ lever, on, least_build }) => (isOfBuild(lever) && on) === (least_build !== undefined), {
    path: ['least_build'],
    message: '只有要求升级或回退版本时填写，且必填',
  })
  .refine(({ lever, on, words }) => !(lever === 'message' && on) || words !== undefined, {
    path: ['words'],
    message: '请填写消息内容',
  })
  .refine(({ lever, on, words }) => words === undefined || (on && (lever === 'message' || isOfBuild(lever))), {
    path: ['words'],
    message: '只有发送消息、要求升级或回退版本时填写',
  });

/** Versions of clients, and the devices that run them. */
export function serveFleet(kit: Kit): void {
  const { registry } = kit;
  serveEntity(kit, clientVersion, versionHooks);
  serveEntity(kit, clientDevice);
  serveEntity(kit, deviceOrder);
  registry.write(fleetCalls.publish, z.strictObject({ id, version }), publishVersion, clientVersion);
  registry.write(
    fleetCalls.revoke,
    z.strictObject({ id, version, reason: z.string().trim().min(limits.reasonLeast).max(limits.reason) }),
    revokeVersion,
    clientVersion,
  );
  registry.read(fleetCalls.builds, z.strictObject({}), readBuilds);
  registry.write(fleetCalls.turn, turn, turnLever, deviceOrder);
  registry.write(fleetCalls.seen, report, noteDevice, clientDevice);
  registry.write(
    fleetCalls.discarded,
    z.strictObject({
      device_id: z.string().trim().min(8).max(limits.name),
      entries: z
        .array(putAway)
        .min(1)
        .max(limits.drainBatchMost)
        .refine((all) => new Set(all.map(({ op_id }) => op_id)).size === all.length, {
          message: '同一条记录出现了两次',
        }),
    }),
    notePutAway,
  );
}
