import type { AnyDefinition } from '#contract/kit/definition.ts';
import { useAttachments } from '#src/engine/use-attachments.ts';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import { useUploads } from '#src/engine/use-uploads.ts';
import { Content, EmptyFace } from '../faces.tsx';
import { LeaveDialog } from '../leave-dialog.tsx';
import styles from './attachments.module.css';
import { DropZone } from './drop-zone.tsx';
import { FileGrid } from './file-grid.tsx';
import { UploadList } from './upload-list.tsx';

/** 附件 of one record: adding files, those on their way, and those that are there. */
export function Attachments({ definition, id }: { definition: AnyDefinition; id: number }) {
  const files = useAttachments(definition, id);
  const uploads = useUploads(definition, id);
  // A file that was refused, and will be again, is nothing to lose.
  const held = useDirtyGuard(uploads.list.some(({ fault }) => fault?.again !== false));
  const { list = [], attachable = false } = files.value ?? {};
  const kinds = definition.attachments?.kinds ?? {};
  return (
    <>
      <Content of={files}>
        <section className={styles.block} aria-label="附件">
          {attachable && <DropZone kinds={kinds} onFiles={uploads.add} />}
          <UploadList uploads={uploads} />
          {list.length > 0 && <FileGrid definition={definition} id={id} files={list} />}
          {list.length === 0 && uploads.list.length === 0 && <EmptyFace words="暂无附件" />}
        </section>
      </Content>
      {held && (
        <LeaveDialog held={held} title="有文件还没有上传完" words="离开后，没有上传完的文件不会添加到附件中。" />
      )}
    </>
  );
}
