import { type Kysely, sql } from 'kysely';
import type { SettingKey } from '#contract/areas/shell/config.ts';
import type { KillSwitches } from '#server/platform/front-end.ts';

/** The kill switches on all devices, as operations have set them on the screen of configuration; 0, not pulled, until then. */
export async function readKillSwitches(db: Kysely<unknown>): Promise<KillSwitches> {
  const { rows } = await sql<{ key: SettingKey }>`
    select key from config where key in ('stop_service_worker', 'pause_drain') and value = '1'`.execute(db);
  const pulled = (key: SettingKey): boolean => rows.some((row) => row.key === key);
  return { killSw: pulled('stop_service_worker'), pauseDrain: pulled('pause_drain') };
}
