import { useQueryClient } from '@tanstack/react-query';
import { Progress } from 'antd';
import { useEffect } from 'react';
import { batchGoing, toolBatch, toolBatchCalls } from '#contract/areas/tasks/tool-batch.ts';
import { forget, forgetAll } from '#src/engine/query-keys.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage, type DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { SaveFileButton } from '#src/kit/desk/save-file-button.tsx';
import { BatchLines } from './batch-lines.tsx';

/** One change of many records: what became of every row, and the ways on: stop it, take up what failed, take it back. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={toolBatch.label} />;
  return (
    <DetailPage
      key={id}
      definition={toolBatch}
      id={id}
      names={shown}
      slots={{
        extra: (record) => (
          <SaveFileButton
            call={toolBatchCalls.download}
            input={{ id: record.id, fileName: `${toolBatch.label}${String(record.batch_no)}`, export: 1 }}
            label="下载结果"
          />
        ),
        above: (record) => isGoing(record) && <Going progress={Number(record.progress)} />,
        tabs: (record) => [{ key: 'rows', label: '明细', children: <BatchLines id={record.id} /> }],
      }}
    />
  );
}

const shown = [
  'type',
  'total',
  'ok_count',
  'error_count',
  'undone_count',
  'left_count',
  'runner_id',
  'created_by',
  'created_at',
  'finished_at',
];

const isGoing = ({ status }: DetailRow): boolean => batchGoing.includes(Number(status));

/** Milliseconds between two looks at a batch that is under way. */
const every = 1500;

/** How far it is. Once it is over, what was read of anything may be old. */
function Going({ progress }: { progress: number }) {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => void forget(client, toolBatch), every);
    return () => {
      clearInterval(timer);
      void forgetAll(client);
    };
  }, [client]);
  return <Progress percent={progress} aria-label="进度" />;
}
