import { useState } from 'react';
import type { UploadedFile } from '#contract/areas/tasks/files.ts';
import type { Mapping } from '#contract/areas/tasks/import-columns.ts';
import {
  type ImportKind,
  type ImportOptions,
  type ImportOrder,
  importOptionFields,
} from '#contract/areas/tasks/imports.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { tasks } from '#src/engine/tasks.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useRead } from '#src/engine/use-read.ts';
import { FailureFace, LoadingFace } from '#src/kit/desk/faces.tsx';
import { UnknownOutcome } from '#src/kit/desk/unknown-outcome.tsx';
import { ColumnsStep } from './columns-step.tsx';
import styles from './import.module.css';
import { RunStep } from './run-step.tsx';
import { Trail } from './trail.tsx';

interface ImportStepsProps {
  kind: ImportKind;
  file: UploadedFile;
  onOther(): void;
}

/** The steps of one uploaded sheet. What was chosen stays chosen when a person goes back. */
export function ImportSteps({ kind, file, onOther }: ImportStepsProps) {
  const sheet = useRead(tasks, kind.start, { input: { file_id: file.id } });
  const [changed, setMapping] = useState<Mapping | undefined>();
  const [options, setOptions] = useState<ImportOptions>(() => usual(kind));
  const [run, setRun] = useState<{ id: number; dryRun: boolean } | undefined>();
  // Which of the two was asked last, should nobody know what became of it.
  const [asked, setAsked] = useState(true);
  const command = useCommand<{ id: number; serial_no: string }>(tasks);
  if (sheet.failure) return <FailureFace failure={sheet.failure} onRetry={sheet.reload} />;
  if (!sheet.value) return <LoadingFace />;
  const mapping = changed ?? sheet.value.mapping;
  const begin = async (dryRun: boolean, send: () => ReturnType<typeof command.retry>) => {
    setAsked(dryRun);
    const sent = await send();
    if (sent.ok) setRun({ id: sent.value.id, dryRun });
  };
  const ask = (dryRun: boolean) => {
    const order: ImportOrder = { file_id: file.id, mapping, options };
    void begin(dryRun, () => command.run(dryRun ? kind.check : kind.apply, order));
  };
  return (
    <>
      <Trail at={run === undefined ? 1 : run.dryRun ? 2 : 3} />
      {command.failure && !command.unknown && (
        <p className={styles.wrong} role="alert">
          {wordsOf(command.failure)}
        </p>
      )}
      {command.unknown && (
        <UnknownOutcome
          failure={command.failure}
          running={command.running}
          onRetry={() => void begin(asked, command.retry)}
          onGiveUp={command.giveUp}
        />
      )}
      {run ? (
        <RunStep
          key={run.id}
          kind={kind}
          taskId={run.id}
          dryRun={run.dryRun}
          running={command.running}
          held={command.unknown}
          onBack={() => setRun(undefined)}
          onNext={() => (run.dryRun ? ask(false) : onOther())}
        />
      ) : (
        <ColumnsStep
          kind={kind}
          sheet={sheet.value}
          mapping={mapping}
          options={options}
          running={command.running}
          held={command.unknown}
          onMapping={setMapping}
          onOptions={setOptions}
          onBack={onOther}
          onNext={() => ask(true)}
        />
      )}
    </>
  );
}

/** Options as they are unless somebody says otherwise. */
function usual(kind: ImportKind): ImportOptions {
  const entries = kind.options.map((name) => [name, importOptionFields[name].initial] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
