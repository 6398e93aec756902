import { Button } from 'antd';
import { type DragEvent, useRef, useState } from 'react';
import { filePurposes, type UploadedFile } from '#contract/areas/tasks/files.ts';
import type { ImportKind } from '#contract/areas/tasks/imports.ts';
import { templateFile } from '#contract/areas/tasks/templates.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { UnknownOutcome } from '#src/kit/desk/unknown-outcome.tsx';
import { saveFile } from '#src/platform/save-file.ts';
import { savedAs } from '#src/wire/file-name.ts';
import styles from './import.module.css';
import { useUpload } from './use-upload.ts';

interface FileStepProps {
  kinds: readonly ImportKind[];
  kind: ImportKind;
  onKind(kind: ImportKind): void;
  onFile(file: UploadedFile): void;
}

/** 选择文件: what is imported, its template, and the file, chosen or dropped. */
export function FileStep({ kinds, kind, onKind, onFile }: FileStepProps) {
  const upload = useUpload();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const arrive = (sent: UploadedFile | undefined) => {
    if (sent) onFile(sent);
  };
  const take = async (file: File | undefined) => {
    if (file) arrive(await upload.send(file));
  };
  const again = async () => arrive(await upload.retry());
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const { failure, unknown, running } = upload.command;
  const wrong = upload.words || (failure && !unknown ? wordsOf(failure) : '');
  return (
    <div className={styles.step}>
      {kinds.length > 1 && <Kinds kinds={kinds} kind={kind} onKind={onKind} />}
      <section
        className={styles.drop}
        data-over={over}
        aria-label="上传文件"
        aria-busy={running}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p className={styles.lead}>把文件拖到这里，或</p>
        <Button type="primary" loading={running} onClick={() => input.current?.click()}>
          选择文件
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="选择要导入的文件"
          accept=".csv,.txt,.gz,.xlsx"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <p className="desk-hint">
          CSV 或制表符分隔的文本（UTF-8、GB18030 或带标记的 UTF-16，可用 gzip 压缩）或 Excel (.xlsx)，不超过{' '}
          {filePurposes.import.bytes / 1_048_576} MB
        </p>
        {wrong && (
          <p className={styles.wrong} role="alert">
            {wrong}
          </p>
        )}
        {unknown && (
          <UnknownOutcome
            failure={failure}
            running={running}
            onRetry={() => void again()}
            onGiveUp={upload.command.giveUp}
          />
        )}
      </section>
      <Columns kind={kind} />
    </div>
  );
}

function Kinds({ kinds, kind, onKind }: Pick<FileStepProps, 'kinds' | 'kind' | 'onKind'>) {
  return (
    <fieldset className={styles.kinds}>
      <legend className={styles.legend}>导入什么</legend>
      {kinds.map((one) => (
        <label key={one.type} className={styles.kind} data-chosen={one.type === kind.type}>
          <input type="radio" name="kind" checked={one.type === kind.type} onChange={() => onKind(one)} />
          {one.label}
        </label>
      ))}
    </fieldset>
  );
}

/** The columns that this kind knows, and the template that has them all. */
function Columns({ kind }: { kind: ImportKind }) {
  const wire = useWire();
  const toast = useToast();
  const form = kind.form;
  const save = async () => {
    const sent = await wire.file(templateFile, { tpl_code: form.template });
    if (sent.ok) saveFile(sent.value.blob, savedAs(`${kind.label}模板`, sent.value.name));
    else toast.bad(wordsOf(sent.failure));
  };
  return (
    <section className={styles.card} aria-label="可以导入的列">
      <header className={styles.head}>
        <h2>可以导入的列</h2>
        <Button size="small" onClick={() => void save()}>
          下载模板
        </Button>
      </header>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">列</th>
            <th scope="col">说明</th>
            <th scope="col">例</th>
          </tr>
        </thead>
        <tbody>
          {form.columns.map(({ key, label, required, rule, example }) => (
            <tr key={key}>
              <th scope="row">
                {label}
                {required && <span className={styles.required}>必填</span>}
              </th>
              <td>{rule}</td>
              <td className="desk-hint">{example}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
