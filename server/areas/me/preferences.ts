import { sql } from 'kysely';
import { z } from 'zod';
import { mayOpen, menu } from '#contract/areas/access/menu.ts';
import {
  freshPreferences,
  type Preferences,
  preferencesCall,
  savePreferencesCall,
} from '#contract/areas/me/account.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { Registry } from '#server/kit/registry.ts';
import { readViews } from './read-views.ts';

const input = z.strictObject({
  theme: z.enum(['auto', 'light', 'dark']).optional(),
  density: z.enum(['normal', 'dense']).optional(),
  start: z.string().max(200).optional(),
  sound: z.boolean().optional(),
  guide: z.boolean().optional(),
});

/** Serves what a person wants of the product, which follows them from device to device. */
export function servePreferences(registry: Registry): void {
  registry.read(preferencesCall, z.strictObject({}), async ({ db, actor }) => {
    const { rows } = await sql<{
      value: Partial<Preferences>;
    }>`select value from preference where admin_id = ${actor.id}`.execute(db);
    const starts = startsOf(actor);
    const preferences = { ...freshPreferences, ...rows[0]?.value };
    // A screen that this person has lost, or that is gone, is no place to begin.
    const start = starts.some(({ route }) => route === preferences.start) ? preferences.start : freshPreferences.start;
    return { preferences: { ...preferences, start }, starts, views: await readViews(db, actor) };
  });
  registry.write(savePreferencesCall, input, async ({ db, actor, now }, chosen) => {
    if (chosen.start && !startsOf(actor).some(({ route }) => route === chosen.start))
      throw new Refusal('invalid', '没有这个页面，或没有打开它的权限', 'start');
    const { rows } = await sql<{ value: Partial<Preferences> }>`
      insert into preference as p (admin_id, value, updated_at) values (${actor.id}, ${JSON.stringify(chosen)}::jsonb, ${now.toISOString()})
      on conflict (admin_id) do update set value = p.value || excluded.value, updated_at = excluded.updated_at returning value`.execute(
      db,
    );
    return { ...freshPreferences, ...rows[0]?.value };
  });
}

/** The warehouse mode, and every menu entry that the person sees. */
function startsOf(actor: Actor): { route: string; name: string }[] {
  const screens = menu.flatMap((group) => group.screens).filter((screen) => mayOpen(screen, actor.permissions));
  return [{ route: '/hand', name: '仓库模式' }, ...screens.map(({ route, name }) => ({ route, name }))];
}
