import { useState } from 'react';
import type { UploadedFile } from '#contract/areas/tasks/files.ts';
import type { ImportKind } from '#contract/areas/tasks/imports.ts';
import { openedPermissionNode, useKeys } from '#src/engine/permissions-store.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { FileStep } from './file-step.tsx';
import styles from './import.module.css';
import { ImportSteps } from './import-steps.tsx';
import { Trail } from './trail.tsx';

interface ImportPageProps {
  title: string;
  /** What may be imported here, as far as the person may. */
  kinds: readonly ImportKind[];
}

/** An import from the file to its end: 选择文件, 对应列, 试运行, 导入. */
export function ImportPage({ title, kinds }: ImportPageProps) {
  const may = useMayUse();
  const allowed = kinds.filter(({ access }) => may(access));
  const [chosen, choose] = useState<ImportKind | undefined>();
  const [file, setFile] = useState<UploadedFile | undefined>();
  const kind = chosen ?? allowed[0];
  // The keys of a screen arrive a moment after it; a screen without a place in the menu has none to wait for.
  const waiting = useKeys() === null && openedPermissionNode() !== null;
  if (waiting)
    return (
      <PageFrame title={title} loading>
        {null}
      </PageFrame>
    );
  if (!kind)
    return (
      <PageFrame title={title} failure={{ kind: 'forbidden', msg: '' }}>
        {null}
      </PageFrame>
    );
  return (
    <PageFrame title={title}>
      <div className={styles.page}>
        {file ? (
          <ImportSteps key={file.id} kind={kind} file={file} onOther={() => setFile(undefined)} />
        ) : (
          <>
            <Trail at={0} />
            <FileStep kinds={allowed} kind={kind} onKind={choose} onFile={setFile} />
          </>
        )}
      </div>
    </PageFrame>
  );
}
