import { z } from 'zod';
import { configCall, settingKeys } from '#contract/areas/shell/config.ts';
import { readSetting } from '#server/kit/read-setting.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** Serves the reading side of configuration (specification §7, domain.md §13.10). */
export function serveConfig({ registry }: Kit): void {
  registry.read(configCall, z.strictObject({ key: z.enum(settingKeys) }), async ({ db }, { key }) => ({
    value: await readSetting(db, key),
  }));
}
