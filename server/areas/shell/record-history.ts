import { z } from 'zod';
import { recordHistory } from '#contract/areas/shell/record-history.ts';
import { definitions } from '#contract/definitions.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { allows } from '#server/identity/actor.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import { readRecord } from '#server/kit/read-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { shownHistory } from '#server/kit/shown-history.ts';

/** The history of any record, to who may open its page: by the key of its detail and within their data scope. */
export function serveRecordHistory({ registry }: Kit): void {
  registry.read(
    recordHistory,
    z.strictObject({ doc_type: z.string().min(1).max(64), doc_id: z.int().min(1) }),
    async (context, { doc_type: name, doc_id: id }) => {
      const { db, actor } = context;
      const definition = definitions.find((one) => one.name === name && one.calls.detail);
      if (!definition) throw new Refusal('invalid', '没有这种单据', 'doc_type');
      if (!allows(actor, definition.calls.detail?.[1] ?? 'login')) throw new Refusal('forbidden');
      const seen = seenBy(definition, actor);
      if (!(await readRecord(db, seen, { actor, id }))) throw new Refusal('notFound', undefined, 'doc_id');
      const list = await shownHistory(context, { definition, seen, id });
      return { list, total: list.length };
    },
  );
}
