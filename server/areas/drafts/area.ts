import { z } from 'zod';
import { draftDelete, draftState, spuDraft } from '#contract/areas/drafts/spu-draft.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import type { ServerArea } from '#server/area.ts';
import { type EntityHooks, type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { changeStatus } from '#server/kit/status.ts';
import { seedDrafts } from '#server/seed/drafts.ts';
import { publishDraft, withdrawDraft } from './publish.ts';

/** Styles before they are styles: written, published one by one or many at once, taken back, deleted (domain.md §4.1 spuDraft). */
export const drafts: ServerArea = {
  name: 'drafts',
  serve: serveDrafts,
  seed: [{ name: 'drafts of styles', after: ['goods', 'categories, brands, sizes, colours'], run: seedDrafts }],
};

/** Serves drafts. */
export function serveDrafts(kit: Kit): void {
  const hooks = hooksOf(kit);
  serveEntity(kit, spuDraft, hooks);
  kit.registry.write(
    draftDelete,
    z.strictObject({ ids: z.array(z.int().min(1)).min(1).max(limits.pastedEntries, tooManyEntries()) }),
    (context, { ids }) => changeStatus(context, { definition: spuDraft, ids, status: draftState.deleted, hooks }),
    spuDraft,
  );
}

const hooksOf = (kit: Kit): EntityHooks<typeof spuDraft> => ({
  mayEdit: (_actor, record) =>
    record.status === draftState.draft ? undefined : new Refusal('illegalTransition', '已发布或已删除的草稿不能修改'),
  async guardStatus(context, records, status) {
    for (const draft of records) {
      const no = String(draft.draft_no);
      if (status === draftState.draft) {
        if (draft.status !== draftState.published) throw new Refusal('illegalTransition', `草稿 ${no} 已删除`);
        await withdrawDraft(kit, context, draft);
      } else if (draft.status !== draftState.draft)
        throw new Refusal(
          'illegalTransition',
          `草稿 ${no} 已${draft.status === draftState.published ? '发布' : '删除'}`,
        );
      else if (status === draftState.published) await publishDraft(kit, context, draft);
    }
  },
});
