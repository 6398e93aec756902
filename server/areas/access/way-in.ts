import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { adminCalls } from '#contract/areas/access/admin.ts';
import { type WayIn, wayInCall } from '#contract/areas/access/calls.ts';
import { menu } from '#contract/areas/access/menu.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Registry } from '#server/kit/registry.ts';
import { nameOfKey } from './permission-names.ts';

/** Serves what somebody before a closed screen wants to know. Names of roles and people are everybody's to choose from anyway. */
export function serveWayIn(registry: Registry): void {
  const asked = z.strictObject({ routes: z.array(z.string().max(limits.name)).min(1).max(mostRoutes) });
  registry.read(wayInCall, asked, async ({ db }, { routes }): Promise<WayIn> => {
    const screens = menu.flatMap((group) => group.screens);
    const screen = routes.flatMap((route) => screens.filter((one) => one.route === route)).at(0);
    if (!screen) throw new Refusal('notFound');
    return {
      screen: screen.name,
      needs: screen.opens.map(nameOfKey),
      roles: await rolesWith(db, screen.opens),
      people: await peopleWith(db, adminCalls.edit.access),
    };
  });
}

/** A screen, its form, a form of that: no address of the product has more above it. */
const mostRoutes = 6;

/** As many names as a person reads. */
const mostNames = 4;

// Roles of few keys first: who asks for one wants no more than the screen.
async function rolesWith(db: Kysely<unknown>, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select r.name from role r join role_permission p on p.role_id = r.id
    where r.status = 1 and exists (select 1 from role_permission k where k.role_id = r.id and k.permission_key = any(${keys}::text[]))
    group by r.id, r.name order by count(*), r.id limit ${mostNames}`.execute(db);
  return rows.map((row) => row.name);
}

async function peopleWith(db: Kysely<unknown>, key: string): Promise<string[]> {
  const { rows } = await sql<{ nickname: string }>`
    select a.nickname from admin a where a.status = 1 and exists (
      select 1 from admin_role h join role r on r.id = h.role_id and r.status = 1 join role_permission p on p.role_id = r.id
      where h.admin_id = a.id and p.permission_key = ${key}) order by a.id limit ${mostNames}`.execute(db);
  return rows.map((row) => row.nickname);
}
