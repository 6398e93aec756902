import { lazy, Suspense, useState } from 'react';
import { unusedFileDays } from '#contract/areas/tasks/files.ts';
import type { Attachment } from '#contract/kit/attachments.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useDetach, useSaveFile } from '#src/engine/use-attachments.ts';
import { isPassing } from '#src/wire/sent.ts';
import { ask } from '../../notice.ts';
import { useToast } from '../toast.ts';
import { UnknownOutcome } from '../unknown-outcome.tsx';
import styles from './attachments.module.css';
import { FileCard } from './file-card.tsx';

const PreviewDialog = lazy(async () => ({ default: (await import('./preview-dialog.tsx')).PreviewDialog }));

interface FileGridProps {
  definition: AnyDefinition;
  id: number;
  files: readonly Attachment[];
}

/** The files of a record side by side, to be looked at, saved and taken away. */
export function FileGrid({ definition, id, files }: FileGridProps) {
  const toast = useToast();
  const { detach, command } = useDetach(definition, id);
  const saveFile = useSaveFile();
  const [shown, setShown] = useState<string | null>(null);
  const save = async (file: Attachment) => {
    const words = await saveFile(file);
    if (words) toast.bad(words);
  };
  const say = (sent: Awaited<ReturnType<typeof detach>>) => {
    if (sent.ok) toast.good('已移除');
    else if (!isPassing(sent.failure) && wordsOf(sent.failure)) toast.bad(wordsOf(sent.failure));
  };
  const remove = async (file: Attachment) => {
    const words = `操作记录会写明由谁移除；上传人在 ${unusedFileDays} 天内可以重新添加。`;
    if (await ask(words, { title: `移除“${file.name}”？`, confirm: '移除', danger: true })) say(await detach(file));
  };
  return (
    <>
      {command.unknown && (
        <UnknownOutcome
          failure={command.failure}
          running={command.running}
          onRetry={() => void command.retry().then(say)}
          onGiveUp={command.giveUp}
        />
      )}
      <ul className={styles.grid} aria-label="附件列表">
        {files.map((file) => (
          <FileCard
            key={file.id}
            definition={definition}
            file={file}
            onOpen={() => setShown(file.id)}
            onSave={() => void save(file)}
            onRemove={() => void remove(file)}
          />
        ))}
      </ul>
      {shown !== null && files.some((file) => file.id === shown) && (
        <Suspense fallback={null}>
          <PreviewDialog
            definition={definition}
            files={files}
            shown={shown}
            onShow={setShown}
            onSave={(file) => void save(file)}
            onClose={() => setShown(null)}
          />
        </Suspense>
      )}
    </>
  );
}
