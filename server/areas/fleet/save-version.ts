import { sql } from 'kysely';
import type { clientVersion } from '#contract/areas/fleet/client-version.ts';
import { clientType, versionState } from '#contract/areas/fleet/version-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { SavedValues, StoredRow } from '#server/kit/save-record.ts';
import type { EntityHooks } from '#server/kit/serve-entity.ts';

/** What is special about saving a version: it is newer than all of its client, and only a draft is changed. */
export const versionHooks: EntityHooks<typeof clientVersion> = {
  mayEdit: (_actor, { status }) =>
    status === versionState.draft ? undefined : new Refusal('illegalTransition', '只有草稿可以修改'),
  async derive(context, values, before) {
    await refuseOlder(context, values, before);
    if (values.client_type === clientType.web) await refuseTaken(context, values, before);
    return {};
  },
};

async function refuseOlder(
  { db }: WriteContext,
  values: SavedValues<typeof clientVersion>,
  before: StoredRow<typeof clientVersion> | undefined,
): Promise<void> {
  const { rows } = await sql<{ last: number | null }>`
    select max(build_no) as last from client_version where client_type = ${values.client_type} and id <> ${before?.id ?? 0}`.execute(
    db,
  );
  const last = rows[0]?.last ?? 0;
  if (values.build_no <= last) throw new Refusal('invalid', `构建号应大于该客户端的最新构建号 ${last}`, 'build_no');
}

/** A build is one version's, unless that was taken back. */
async function refuseTaken(
  { db }: WriteContext,
  values: SavedValues<typeof clientVersion>,
  before: StoredRow<typeof clientVersion> | undefined,
): Promise<void> {
  const { rows } = await sql<{ version_no: string }>`
    select version_no from client_version
    where client_type = ${clientType.web} and page_build = ${values.page_build} and status <> ${versionState.revoked} and id <> ${before?.id ?? 0} limit 1`.execute(
    db,
  );
  if (rows[0]) throw new Refusal('duplicate', `版本 ${rows[0].version_no} 已使用该网页构建`, 'page_build');
}
