import { type Kysely, sql } from 'kysely';
import type { UpgradeOrder } from '#contract/areas/fleet/fleet-calls.ts';
import { clientType, versionState } from '#contract/areas/fleet/version-enums.ts';
import type { Actor } from '#server/identity/actor.ts';

/** A published version of the web client, and since when its build has been known. */
export interface WantedVersion {
  readonly version_no: string;
  readonly page_build: string;
  readonly force_update: boolean;
  readonly notes: string;
  readonly first_seen_at: string;
}

/**
 * The published version of the web client with the greatest build number: of those for everybody, and of those for some shops where
 * this person is of one. `actor` undefined: of those for everybody alone.
 */
export async function wantedVersion(db: Kysely<unknown>, actor?: Actor): Promise<WantedVersion | undefined> {
  const { rows } = await sql<WantedVersion>`
    select v.version_no, v.page_build, v.force_update, v.notes, b.first_seen_at
    from client_version v join client_build b on b.build = v.page_build
    where v.client_type = ${clientType.web} and v.status = ${versionState.published} and (v.gray_shop_ids = '{}' or v.gray_shop_ids && ${shopsOf(actor)}::bigint[])
    order by v.build_no desc limit 1`.execute(db);
  return rows[0];
}

/** What a device with this build is to do. An older build is one that was known earlier; a newer one than wanted stays. */
export async function orderFor(
  db: Kysely<unknown>,
  { build, actor }: { build: string; actor: Actor },
): Promise<UpgradeOrder | null> {
  const wanted = await wantedVersion(db, actor);
  if (!wanted || wanted.page_build === build) return null;
  const { rows } = await sql`
    select 1 from client_build where build = ${build} and first_seen_at < ${wanted.first_seen_at}`.execute(db);
  if (rows.length === 0) return null;
  const { version_no, notes, force_update } = wanted;
  return { level: force_update ? 'hard' : 'soft', version_no, notes };
}

/** The shops that a person is limited to; whoever sees all of them is of none. */
function shopsOf(actor: Actor | undefined): number[] {
  if (!actor || actor.scope === 'everything') return [];
  return [...new Set(actor.scope.flatMap((rule) => rule.shop ?? []))];
}
