import { ensureBuild } from '../../server/prepare.mjs';

/** Builds the application unless it was built of these very sources: a journey through an old one proves nothing. */
export async function buildApplication(): Promise<void> {
  await ensureBuild();
}
