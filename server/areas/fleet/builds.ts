import { sql } from 'kysely';
import type { BuildShare } from '#contract/areas/fleet/fleet-calls.ts';
import { awayAfter } from '#contract/areas/fleet/version-enums.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { wantedVersion } from './upgrade-order.ts';

/** The builds that devices run, the newest first, each against the version that everybody is to have. */
export async function readBuilds({ db, now }: ReadContext): Promise<{ list: BuildShare[] }> {
  const wanted = await wantedVersion(db);
  const since = new Date(now.getTime() - awayAfter * 60_000).toISOString();
  const { rows } = await sql<Omit<BuildShare, 'is_wanted' | 'is_old'>>`
    select b.build, b.first_seen_at, count(*)::bigint as devices, count(*) filter (where d.seen_at >= ${since})::bigint as present, sum(d.unsent)::bigint as unsent
    from client_build b join device_report d on d.page_build = b.build group by b.build, b.first_seen_at order by b.first_seen_at desc, b.build`.execute(
    db,
  );
  return {
    list: rows.map((row) => ({
      ...row,
      is_wanted: row.build === wanted?.page_build,
      is_old: wanted !== undefined && Date.parse(row.first_seen_at) < Date.parse(wanted.first_seen_at),
    })),
  };
}
