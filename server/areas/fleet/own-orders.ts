import { type Kysely, sql } from 'kysely';
import type { DeviceOrders, UpgradeOrder } from '#contract/areas/fleet/fleet-calls.ts';
import { type Lever, upgradeLevel } from '#contract/areas/fleet/lever-enums.ts';

/** A lever that is on for a device. */
export interface HeldOrder {
  readonly id: number;
  readonly lever: Lever;
  readonly level: number | null;
  readonly least_build: string | null;
  readonly words: string | null;
}

/** The levers that are on for a device. */
export async function ordersOf(db: Kysely<unknown>, device: string): Promise<readonly HeldOrder[]> {
  const { rows } = await sql<HeldOrder>`
    select o.id, o.lever, o.level, o.least_build, o.words from device_order o join device_report d on d.id = o.device_report_id
    where d.device_id = ${device} and o.is_present`.execute(db);
  return rows;
}

/** What they come to besides an upgrade. */
export function ownOrders(held: readonly HeldOrder[]): DeviceOrders {
  const message = held.find(({ lever }) => lever === 'message');
  return {
    message: message ? { id: message.id, words: message.words ?? '' } : null,
    pause: held.some(({ lever }) => lever === 'pause'),
    kill: held.some(({ lever }) => lever === 'kill'),
    build: held.find(({ lever }) => lever === 'goBack')?.least_build ?? null,
  };
}

/** The earlier build that this device is taken back to; null where it has it. Nothing else that is ordered counts meanwhile. */
export function ownWayBack({ build, held }: { build: string; held: readonly HeldOrder[] }): UpgradeOrder | null {
  const asked = held.find(({ lever }) => lever === 'goBack');
  return asked?.least_build && asked.least_build !== build ? orderOf(asked, asked.least_build) : null;
}

/** The upgrade that this device is asked for by itself; none once it has that build or one that was known later. */
export async function ownUpgrade(
  db: Kysely<unknown>,
  { build, held }: { build: string; held: readonly HeldOrder[] },
): Promise<UpgradeOrder | null> {
  const asked = held.find(({ lever }) => lever === 'upgrade');
  if (!asked?.least_build || asked.least_build === build) return null;
  const { rows } = await sql`
    select 1 from client_build has, client_build wants
    where has.build = ${build} and wants.build = ${asked.least_build} and has.first_seen_at < wants.first_seen_at`.execute(
    db,
  );
  if (rows.length === 0) return null;
  return orderOf(asked, asked.least_build);
}

function orderOf({ level, words }: HeldOrder, build: string): UpgradeOrder {
  return { level: level === upgradeLevel.hard ? 'hard' : 'soft', version_no: build, notes: words ?? '' };
}

/** Of what holds for everybody and what holds for one device, the one that insists. */
export function harder(one: UpgradeOrder | null, own: UpgradeOrder | null): UpgradeOrder | null {
  if (!one || !own) return own ?? one;
  return one.level === 'hard' && own.level === 'soft' ? one : own;
}
