import { type Kysely, sql } from 'kysely';
import { arrayOf } from '#server/database/rows-of.ts';
import { builtRoot, readBuild } from '#server/platform/front-end.ts';
import { type KeptBuilds, keepBuild } from '#server/platform/kept-builds.ts';

/** Keeps the build that is served beside the earlier ones, and notes which of them a device can be taken back to. */
export async function keepServedBuild({
  db,
  directory,
  root = builtRoot,
}: {
  db: Kysely<unknown>;
  directory: string;
  root?: string;
}): Promise<KeptBuilds> {
  const kept = await keepBuild({ build: readBuild(root), root, directory });
  await sql`
    update client_build set is_kept = (build = any(${arrayOf('text', [...kept.keys()])}))
    where is_kept <> (build = any(${arrayOf('text', [...kept.keys()])}))`.execute(db);
  return kept;
}
