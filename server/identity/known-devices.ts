import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * What is kept of a device a person has signed in from. The id is a UUID that the installation drew for itself and
 * sends as X-Device-Id, as good as a cookie nobody else has; hashed with the person's id, so that the table does not
 * say who shares a tablet. Anything but a UUID is no device, or a made-up `1` would be everybody's.
 */
export function deviceHash(
  adminId: RawBuilder<unknown> | number,
  device: string | undefined,
): RawBuilder<Buffer | null> {
  if (device === undefined || !uuid.test(device)) return sql<null>`null::bytea`;
  return sql<Buffer>`sha256(convert_to(${adminId}::text || ':' || ${device.toLowerCase()}, 'UTF8'))`;
}

/** Remembers that the person has signed in from this device. */
export async function rememberDevice(
  db: Kysely<unknown>,
  { adminId, device, now }: { adminId: number; device: string | undefined; now: Date },
): Promise<void> {
  const at = now.toISOString();
  await sql`
    insert into known_device (admin_id, device_hash, seen_at) select ${adminId}, hash, ${at} from (select ${deviceHash(adminId, device)} as hash) as h where hash is not null
    on conflict (admin_id, device_hash) do update set seen_at = ${at}`.execute(db);
}

/** Forgets a person's devices: whoever knew the old password may have been at one of them. */
export async function forgetDevices(db: Kysely<unknown>, adminId: number): Promise<void> {
  await sql`delete from known_device where admin_id = ${adminId}`.execute(db);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
