import { readFile } from 'node:fs/promises';
import type { StoredPicture } from '#contract/areas/goods/pictures.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { keepPicture } from '#server/kit/pictures/keep-picture.ts';
import { FairQueue } from '#server/platform/fair-queue.ts';
import type { FilesFrame } from './mount-files.ts';
import type { Received } from './receive-file.ts';

// A decoded picture is 200 MB at most; two at once leave the server room for everybody else.
const turns = new FairQueue({ atOnce: 2, each: 1, waitingEach: 8, words: '正在处理您的其他图片，请稍后再试' });

/**
 * A picture of goods that has come in: made anew, and its own bytes thrown away. It needs no op row: the same bytes sent again are
 * the same picture.
 */
export async function uploadPicture(
  { db, files, clock }: FilesFrame,
  actor: Actor,
  received: Received,
): Promise<StoredPicture> {
  try {
    if (received.size === 0) throw new Refusal('invalid', `“${received.name}”是空的`, 'file');
    return await turns.run(actor.id, async () => {
      const bytes = await readFile(received.draft.path);
      return await keepPicture({ db, files, adminId: actor.id, now: clock.now() }, { bytes, name: received.name });
    });
  } finally {
    await received.draft.discard();
  }
}
