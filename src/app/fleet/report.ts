import type { DeviceReport } from '#contract/areas/fleet/fleet-calls.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Local } from '#src/local/index.ts';
import { buildId } from '#src/platform/build.ts';
import { deviceName, displayMode, storageSafety } from '#src/platform/device.ts';
import { lastReader } from '#src/platform/last-reader.ts';
import { activeBuild, serviceWorkers } from '#src/platform/service-worker.ts';
import { readSession } from '#src/platform/session.ts';

/** What this device says of itself now. */
export async function reportOf(local: Local, now: number = Date.now()): Promise<DeviceReport> {
  const uid = readSession()?.uid ?? null;
  const [status, device_id, worker_build, registration, storage] = await Promise.all([
    local.outbox.statusNow(uid),
    local.deviceId(),
    activeBuild(),
    serviceWorkers()?.getRegistration(),
    storageSafety(),
  ]);
  const unsent = status.unsent + status.others.reduce((sum, other) => sum + other.unsent, 0);
  return {
    device_id,
    name: deviceName(),
    page_build: buildId(),
    worker_build,
    waiting_update: Boolean(registration?.waiting),
    shown_as: displayMode() === 'app' ? 2 : 1,
    unsent,
    // Both ends by the device's own clock: its error falls out.
    oldest_seconds: status.oldest === null ? null : Math.max(0, Math.round((now - status.oldest) / 1000)),
    attention: status.attention,
    storage_persisted: storage.persisted,
    storage_used: storage.used,
    storage_quota: storage.quota,
    reader: lastReader()?.label.slice(0, limits.name) ?? null,
    skew_ms: Math.round(local.skew.get() ?? 0),
  };
}
