import { Button, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { sku } from '#contract/areas/goods/sku.ts';
import { hangTagCode } from '#contract/areas/price-tags/hang-tag-code.ts';
import { tagCalls } from '#contract/areas/price-tags/tag-calls.ts';
import { epcToWrite } from '#contract/areas/price-tags/written-epc.ts';
import type { OutputOf } from '#contract/kit/call.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useRead } from '#src/engine/use-read.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { Content } from '#src/kit/desk/faces.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { UnknownOutcome } from '#src/kit/desk/unknown-outcome.tsx';
import { keepReaderPort, readerPort } from '#src/platform/reader-port.ts';
import { saveTextFile } from '#src/platform/save-file.ts';
import type { Sent } from '#src/wire/sent.ts';
import { readTagsBy } from '#src/wire/tag-reader.ts';
import styles from '../price-tags.module.css';
import { type Due, matched } from './match-tags.ts';
import { changedByJobs } from './use-print-job.ts';

type Written = OutputOf<typeof tagCalls.jobPrint>;

/**
 * What is still to be written of a job, at most a page of it: the numbers as a file for the encoder, and the reading back. Whatever lies on the
 * reader is compared; what is as it should be is told to the server, all else is said here and changes nothing.
 */
export function WriteDesk({ jobId, jobNo }: { jobId: number; jobNo: string }) {
  const [port, setPort] = useState(readerPort);
  const [reading, setReading] = useState(false);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const command = useCommand<Written>(changedByJobs);
  const toast = useToast();
  const read = useRead(hangTagCode, callsOf(hangTagCode).list, {
    input: { job_id: jobId, is_written: false, page_size: limits.pageSizeMost, sort: 'id' } as never,
  });
  const rows: Due[] = ((read.value?.list ?? []) as unknown as Due[]).map((row) => ({
    ...row,
    due: epcToWrite(row),
  }));
  const settle = (sent: Sent<Written>, count: number) => {
    if (sent.ok) toast.good(`已写入 ${count} 张`);
    else setWrong([wordsOf(sent.failure)]);
  };
  const compare = async (epcs: readonly string[]) => {
    const { good, others } = matched(rows, epcs);
    setWrong(others);
    if (good.length === 0) return;
    settle(await command.run(tagCalls.jobPrint, { id: jobId, printed: good }), good.length);
  };
  const start = async () => {
    setReading(true);
    keepReaderPort(port);
    const answer = await readTagsBy(port);
    setReading(false);
    if (!answer.ok) return setWrong([answer.words]);
    if (answer.tags.length === 0) return setWrong(['没有读到标签，请把标签放到读写器上']);
    await compare(answer.tags.map(({ EPC }) => EPC));
  };
  const busy = reading || command.running || command.unknown || rows.length === 0;
  return (
    <section aria-label="写EPC">
      <div className={styles.bar}>
        <Button type="primary" loading={reading || command.running} disabled={busy} onClick={() => void start()}>
          读取并核对
        </Button>
        <Input
          aria-label="读到的EPC"
          placeholder="或用扫描枪读入 EPC"
          style={{ inlineSize: 280 }}
          value={typed}
          disabled={busy}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={() => {
            setTyped('');
            void compare([typed]);
          }}
        />
        <Button disabled={rows.length === 0} onClick={() => saveTextFile(`${jobNo} 写码清单.txt`, listOf(rows))}>
          下载写码清单
        </Button>
        <label className="desk-hint">
          读写器端口{' '}
          <InputNumber
            size="small"
            min={1}
            max={65_535}
            precision={0}
            value={port}
            onChange={(value) => setPort(value ?? readerPort())}
          />
        </label>
      </div>
      {command.unknown && (
        <UnknownOutcome
          failure={command.failure}
          running={command.running}
          onRetry={() => void command.retry().then((sent) => settle(sent, 1))}
          onGiveUp={command.giveUp}
        />
      )}
      {wrong.map((words) => (
        <p key={words} className="desk-wrong" role="alert">
          {words}
        </p>
      ))}
      <Content of={{ failure: read.failure, stale: read.stale, reload: read.reload }}>
        {rows.length === 0 && !read.loading ? (
          <p className="desk-hint">全部标签已写入。</p>
        ) : (
          <DataTable<Due>
            name="hang-tags-to-write"
            label="待写的标签"
            columns={columns}
            rows={rows}
            height={320}
            loading={read.loading}
            busy={read.refreshing}
          />
        )}
      </Content>
    </section>
  );
}

const columns: Column<Due>[] = [
  { name: 'unique_code', label: '唯一码', width: 170, render: (row) => row.unique_code },
  { name: 'sku', label: sku.label, width: 160, render: (row) => row.sku_id__title ?? String(row.sku_id) },
  { name: 'due', label: '应写EPC', width: 250, render: (row) => row.due },
  { name: 'print_count', label: '打印次数', width: 90, align: 'end', render: (row) => row.print_count },
];

const listOf = (rows: readonly Due[]): string =>
  [
    '唯一码\tSKU编码\t条码\tEPC',
    ...rows.map((row) => [row.unique_code, row.sku_id__title ?? '', row.barcode ?? '', row.due].join('\t')),
  ].join('\r\n');
