import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { configCall, type SettingKey, type SettingValue, settingKeys, settings } from '#contract/areas/shell/config.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** Serves the reading side of configuration (specification §7, domain.md §13.10). */
export function serveConfig({ registry }: Kit): void {
  registry.read(configCall, z.strictObject({ key: z.enum(settingKeys) }), async ({ db }, { key }) => ({
    value: await readSetting(db, key),
  }));
}

/** What holds for a setting now: what was set, else its default. */
export async function readSetting<K extends SettingKey>(db: Kysely<unknown>, key: K): Promise<SettingValue<K>> {
  const { rows } = await sql<{ value: SettingValue<K> }>`select value from config where key = ${key}`.execute(db);
  const [row] = rows;
  return row ? row.value : settings[key].initial;
}
