import { tagsWritten } from '#contract/areas/codes/code-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { bindCodes } from './bind-codes.ts';

/** Binds what another area's document has written on tags, as somebody who binds by hand does; the first that cannot be is told by its number. */
export function bindWrittenTags(kit: Kit): void {
  kit.registry.events.on(tagsWritten, async (context, { doc_type, doc_id, doc_no, items }) => {
    const source = { docType: doc_type, docId: doc_id, docNo: doc_no };
    const { errors } = await bindCodes(kit, context, { items, source });
    const [first] = errors;
    if (first) throw new Refusal('invalid', `${first.unique_code} ${first.error}`, `printed.${first.place}.epc`);
  });
}
