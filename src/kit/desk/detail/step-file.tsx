import { useEffect } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { useAttachments } from '#src/engine/use-attachments.ts';
import { useUploads } from '#src/engine/use-uploads.ts';
import { DropZone } from '../attachments/drop-zone.tsx';
import { UploadList } from '../attachments/upload-list.tsx';

interface StepFileProps {
  definition: AnyDefinition;
  id: number;
  kind: string;
  /** Told whether the document carries such a file, and none is on its way. */
  onReady(ready: boolean): void;
}

/** The file that a step asks for, taken where the step is asked about: who types knows from the start that it is wanted. */
export function StepFile({ definition, id, kind, onReady }: StepFileProps) {
  const files = useAttachments(definition, id);
  const uploads = useUploads(definition, id);
  const label = definition.attachments?.kinds[kind] ?? kind;
  const { list = [], attachable = false } = files.value ?? {};
  const there = list.filter((file) => file.kind === kind);
  const ready = there.length > 0 && uploads.list.length === 0;
  useEffect(() => onReady(ready), [ready, onReady]);
  return (
    <section aria-label={label}>
      <p className={there.length > 0 ? 'desk-hint' : 'desk-wrong'} role="status">
        {there.length > 0 ? `已有${label}：${there.map(({ name }) => name).join('、')}` : `须先上传${label}`}
      </p>
      {attachable && <DropZone kinds={{ [kind]: label }} onFiles={uploads.add} />}
      <UploadList uploads={uploads} />
    </section>
  );
}
