import type { AnyDefinition } from '#contract/kit/definition.ts';
import { useAttachments } from '#src/engine/use-attachments.ts';

/** 附件, and how many there are: whoever judges a document sees at once that there is something to look at. */
export function AttachmentsLabel({ definition, id }: { definition: AnyDefinition; id: number }) {
  const count = useAttachments(definition, id).value?.list.length ?? 0;
  return <>附件{count > 0 && ` ${count}`}</>;
}
