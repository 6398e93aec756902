import { type Kysely, sql } from 'kysely';
import { type SettingKey, type SettingValue, settings } from '#contract/areas/shell/config.ts';

/** What holds for a setting now: what was set, else its default. */
export async function readSetting<K extends SettingKey>(db: Kysely<unknown>, key: K): Promise<SettingValue<K>> {
  const { rows } = await sql<{ value: SettingValue<K> }>`select value from config where key = ${key}`.execute(db);
  const [row] = rows;
  return row ? row.value : settings[key].initial;
}
