import type { AnyDefinition } from '#contract/kit/definition.ts';
import { useAttachments } from '#src/engine/use-attachments.ts';
import { useUploads } from '#src/engine/use-uploads.ts';
import { EmptyFace, FailureFace, LoadingFace } from '../faces.tsx';
import styles from './attachments.module.css';
import { DropZone } from './drop-zone.tsx';
import { FileGrid } from './file-grid.tsx';
import { UploadList } from './upload-list.tsx';

/** 附件 of one record: adding files, those on their way, and those that are there. */
export function Attachments({ definition, id }: { definition: AnyDefinition; id: number }) {
  const files = useAttachments(definition, id);
  const uploads = useUploads(definition, id);
  if (files.failure) return <FailureFace failure={files.failure} onRetry={files.reload} />;
  if (!files.value) return <LoadingFace />;
  const { list, attachable } = files.value;
  const kinds = definition.attachments?.kinds ?? {};
  return (
    <section className={styles.block} aria-label="附件">
      {attachable && <DropZone kinds={kinds} onFiles={uploads.add} />}
      <UploadList uploads={uploads} />
      {list.length > 0 && <FileGrid definition={definition} id={id} files={list} />}
      {list.length === 0 && uploads.list.length === 0 && <EmptyFace words="暂无附件" />}
    </section>
  );
}
