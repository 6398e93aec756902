import { Button } from 'antd-mobile';
import { useState } from 'react';
import { codeCalls, codeSheet } from '#contract/areas/codes/code-calls.ts';
import { codeFileType, codeFileTypes, codesMost } from '#contract/areas/codes/code-enums.ts';
import { type UploadedFile, uploadFile } from '#contract/areas/tasks/files.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { Card } from '#src/kit/hand/card.tsx';
import { ChoiceRow } from '#src/kit/hand/choice-row.tsx';
import { saveTextFile } from '#src/platform/save-file.ts';
import styles from '../handheld.module.css';
import { useOnline } from '../use-online.ts';

const kinds = [codeFileType.scan, codeFileType.count] as const;

/** Hands what was read to the office: as a file of codes of a document, or as a file on this device where there is no network. */
export function SendCard({ epcs, size, onSent }: { epcs(): string[]; size: number; onSent(no: string): void }) {
  const online = useOnline();
  const bytes = useCommand<UploadedFile>({ name: 'storedFile' });
  const taken = useCommand<{ id: number; no: string }>({ name: 'codeFile' });
  const [kind, setKind] = useState<(typeof kinds)[number]>(codeFileType.scan);
  const [source, setSource] = useState('');
  const [wrong, setWrong] = useState('');
  const nameNow = (): string => `标签-${businessDay(new Date())}`;
  const epcColumn = codeSheet.columns.find(({ key }) => key === 'epc')?.label ?? 'EPC';
  const sheet = (): string => [epcColumn, ...epcs()].join('\n');

  const send = async (): Promise<void> => {
    setWrong('');
    const form = new FormData();
    form.append('biz', 'codes');
    form.append('file', new File([sheet()], `${nameNow()}.csv`, { type: 'text/csv' }));
    bytes.giveUp();
    const uploaded = await bytes.run(uploadFile, form);
    if (!uploaded.ok) return setWrong(wordsOf(uploaded.failure));
    const about = {
      file_id: uploaded.value.id,
      file_type: kind,
      ...(source.trim() ? { source_no: source.trim() } : {}),
    };
    const sent = await taken.run(codeCalls.upload, about);
    return sent.ok ? onSent(sent.value.no) : setWrong(wordsOf(sent.failure));
  };

  return (
    <Card title="交给单据">
      <div className={styles.form}>
        <ChoiceRow<(typeof kinds)[number]>
          label="文件类型"
          choices={kinds.map((value) => ({ value, label: codeFileTypes[value] }))}
          value={kind}
          onChange={setKind}
        />
        <label className={styles.field} data-active>
          <span>来源单号</span>
          <input value={source} maxLength={32} onChange={(event) => setSource(event.target.value)} />
        </label>
        {size > codesMost && <p className={styles.trouble}>{`一次最多 ${codesMost} 个标签`}</p>}
        {wrong !== '' && (
          <p className={styles.trouble} role="alert">
            {wrong}
          </p>
        )}
      </div>
      <div className={styles.cardAction}>
        <Button
          block
          color="primary"
          size="large"
          disabled={!online || size === 0 || size > codesMost}
          loading={bytes.running || taken.running}
          loadingText="正在上传"
          onClick={() => void send().catch(reportError)}
        >
          {online ? `上传 ${size} 个标签` : '没有网络，连上后上传'}
        </Button>
        <Button block size="large" disabled={size === 0} onClick={() => saveTextFile(`${nameNow()}.tsv`, sheet())}>
          存成文件
        </Button>
      </div>
    </Card>
  );
}
