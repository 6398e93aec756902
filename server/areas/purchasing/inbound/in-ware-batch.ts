import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks, LockedDocument, Step } from '#server/kit/step.ts';
import { lapseDifference } from '../difference/make-difference.ts';
import { guardCodes, nameCodes } from './batch-codes.ts';
import { beginBatch, editBatch, readArrival } from './choose-goods.ts';
import { countGoods } from './count-goods.ts';
import { countersOf } from './counters.ts';
import { refuseOpenEntries } from './open-entries.ts';
import { guardPost, postBatch } from './post-batch.ts';
import { onlyBought, reverseBatch } from './reverse-batch.ts';
import { guardSubmit, submitBatch } from './submit-batch.ts';

/** Inbound batches: what is special about them (domain.md §4.7, amendments E, G4). */
export function serveInWareBatch(kit: Kit): void {
  serveDocument(kit, inWareBatch, inWareBatchHooks(kit));
}

export const inWareBatchHooks = (kit: Kit): DocumentHooks<typeof inWareBatch> => ({
  derive: readArrival,
  async after(context, id, values, before) {
    if (before) await editBatch(context, id, values);
    else await beginBatch(kit, context, { id, arrivalId: Number(values.arrival_id) });
  },
  transitions: {
    count: { effect: countGoods },
    submit: {
      async guard(step) {
        await refuseOpenEntries(step);
        await guardSubmit(step);
      },
      effect: (step) => submitBatch(kit, step),
    },
    audit: {
      participants: counters,
      async guard(step) {
        await refuseOpenEntries(step);
        await guardPost(step);
      },
      effect: (step) => (step.rejects ? letGo(kit, step, '驳回') : postBatch(kit, step)),
    },
    nameCodes: { guard: guardCodes, effect: (step) => nameCodes(kit, step) },
    cancel: { effect: (step) => letGo(kit, step, '作废') },
    reverse: { participants: counters, may: onlyBought, effect: (step) => reverseBatch(kit, step) },
  },
});

const counters = async (context: Pick<ReadContext, 'db'>, documents: readonly LockedDocument<typeof inWareBatch>[]) =>
  await countersOf(
    context,
    documents.map(({ id }) => id),
  );

/** What was found out about the differences of a batch that goes no further goes with it. */
async function letGo(kit: Kit, { context, document }: Step<typeof inWareBatch>, why: string): Promise<Values> {
  await lapseDifference(kit, context, { batchId: document.id, remark: `入库批次${why}` });
  return {};
}
