import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import {
  type SettingChange,
  type SettingState,
  setConfigCall,
  settingHistoryCall,
  settingsCall,
} from '#contract/areas/ops/settings.ts';
import { settingKeys, settings } from '#contract/areas/shell/config.ts';
import { settingFault } from '#contract/areas/shell/setting-fault.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Registry } from '#server/kit/registry.ts';
import { publish } from '#server/push/publish.ts';

const key = z.enum(settingKeys);
const setInput = z.strictObject({
  key,
  value: z.union([z.int(), z.array(z.int()).max(100), z.array(z.string().max(limits.name)).max(500)]),
  version: z.int().min(0),
});

/** Serves the writing side of configuration (domain.md §13.10): what holds, how it came to that, and setting it. */
export function serveSettings(registry: Registry): void {
  registry.read(settingsCall, z.strictObject({}), async ({ db }) => {
    const stored = new Map((await readStored(db)).map((row) => [row.key, row]));
    return {
      list: settingKeys.map(
        (name) =>
          stored.get(name) ?? {
            key: name,
            value: settings[name].initial,
            version: 0,
            updated_by: null,
            updated_at: null,
          },
      ),
    };
  });
  registry.read(settingHistoryCall, z.strictObject({ key }), async ({ db }, asked) => {
    const { rows } = await sql<SettingChange>`
      select l.id, l.at, a.nickname as admin_name, l.changes -> 'value' -> 'before' as before, l.changes -> 'value' -> 'after' as after
      from config c join audit_log l on l.doc_type = 'config' and l.doc_id = c.id left join admin a on a.id = l.admin_id
      where c.key = ${asked.key} order by l.id desc limit 50`.execute(db);
    return { list: rows };
  });
  registry.write(setConfigCall, setInput, setSetting);
}

async function setSetting(
  context: WriteContext,
  input: Parameters<NonNullable<typeof setConfigCall.input>>[0],
): Promise<SettingState> {
  const { db, actor, now } = context;
  const { label, initial } = settings[input.key];
  const fault = settingFault(input.key, input.value);
  if (fault !== '') throw new Refusal('invalid', fault, 'value');
  // The row first, so that two who set a value for the first time meet at its lock.
  await sql`
    insert into config (key, value, name, version) values (${input.key}, ${JSON.stringify(initial)}::jsonb, ${label}, 0) on conflict (key) do nothing`.execute(
    db,
  );
  const { rows } = await sql<Pick<SettingState, 'value' | 'version'> & { id: number }>`
    select id, value, version from config where key = ${input.key} for update`.execute(db);
  const [before] = rows;
  if (!before || before.version !== input.version)
    throw new Refusal('versionConflict', '配置已被他人修改，请刷新后再改');
  const version = before.version + 1;
  await sql`
    update config set value = ${JSON.stringify(input.value)}::jsonb, version = ${version}, name = ${label}, updated_by = ${actor.id}, updated_at = ${now.toISOString()}
    where key = ${input.key}`.execute(db);
  await writeAudit(context, [
    {
      docType: 'config',
      docId: before.id,
      docNo: input.key,
      action: 'setConfig',
      label: '修改配置',
      changes: { value: { before: before.value, after: input.value } },
    },
  ]);
  await publish(db, { to: 'everyone', message: { type: 5, changed: ['config'] } });
  return { key: input.key, value: input.value, version, updated_by: actor.nickname, updated_at: now.toISOString() };
}

async function readStored(db: Kysely<unknown>): Promise<SettingState[]> {
  const { rows } = await sql<SettingState>`
    select c.key, c.value, c.version, a.nickname as updated_by, c.updated_at from config c left join admin a on a.id = c.updated_by
    where c.key = any(${settingKeys})`.execute(db);
  return rows;
}
