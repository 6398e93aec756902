import { Button, Select } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { hangTagJob } from '#contract/areas/price-tags/hang-tag-job.ts';
import { tagCalls } from '#contract/areas/price-tags/tag-calls.ts';
import { hangSource } from '#contract/areas/price-tags/tag-enums.ts';
import type { Row } from '#src/engine/row.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { DetailPage, type DetailRow, type DetailTab } from '#src/kit/desk/detail/detail-page.tsx';
import { LoadingFace } from '#src/kit/desk/faces.tsx';
import { LinesTable } from '#src/kit/desk/lines/lines-table.tsx';
import { UnknownOutcome } from '#src/kit/desk/unknown-outcome.tsx';
import { hasLabelPort } from '#src/platform/label-port.ts';
import { keepOutput, type Output, outputKept, outputs } from './output.ts';
import { usePrintJob } from './use-print-job.ts';

const JobCodes = lazy(async () => ({ default: (await import('./job-codes.tsx')).JobCodes }));
const JobPrinter = lazy(async () => ({ default: (await import('./job-printer.tsx')).JobPrinter }));
const WriteDesk = lazy(async () => ({ default: (await import('./write-desk.tsx')).WriteDesk }));

/** The states in which a job is printed: 待打印, 打印中. */
const open: ReadonlySet<number> = new Set([1, 2]);

/** One job: how far it is, its printing by all, by line or by code, the writing of tags, finish and void. */
export function JobBench({ id }: { id: number }) {
  const mayPrint = useAllowed(tagCalls.jobPrint.access);
  const [output, setOutput] = useState(outputKept);
  const { print, printed, onPrinted, command, settle } = usePrintJob(id, output);
  const busy = command.running || command.unknown;
  const isOpen = (record: DetailRow) => mayPrint && open.has(Number(record.status));
  const linesOf = (record: DetailRow) => (
    <LinesTable
      definition={hangTagJob}
      lines={record.lines ?? []}
      columns={[
        'sku_id',
        'qty',
        'printed_qty',
        ...(record.write_epc === true ? ['written_qty'] : []),
        ...(isOpen(record) ? [printColumn(busy, (line) => void print(ofLine(line)))] : []),
      ]}
    />
  );
  const tabsOf = (record: DetailRow): DetailTab[] =>
    record.source_type === hangSource.codeOrder
      ? [
          ...(record.write_epc === true && isOpen(record)
            ? [
                {
                  key: 'write',
                  label: '写EPC',
                  children: (
                    <Suspense fallback={<LoadingFace />}>
                      <WriteDesk jobId={id} jobNo={String(record.job_no)} />
                    </Suspense>
                  ),
                },
              ]
            : []),
          {
            key: 'codes',
            label: '唯一码',
            children: (
              <Suspense fallback={<LoadingFace />}>
                <JobCodes jobId={id} open={isOpen(record)} busy={busy} onPrint={(rows) => void print(ofCodes(rows))} />
              </Suspense>
            ),
          },
        ]
      : [];
  return (
    <DetailPage
      definition={hangTagJob}
      id={id}
      linesFirst
      slots={{
        extra: (record) =>
          isOpen(record) && (
            <>
              <Select<Output>
                aria-label="输出方式"
                value={output}
                options={outputOptions}
                popupMatchSelectWidth={false}
                onChange={(value) => {
                  keepOutput(value);
                  setOutput(value);
                }}
              />
              <Button disabled={busy || !record.printed_qty} onClick={() => void print({ again: true })}>
                再次打印
              </Button>
              <Button
                type="primary"
                loading={command.running}
                disabled={busy || leftOf(record) === 0}
                onClick={() => void print({ again: false })}
              >
                {`打印 ${leftOf(record)} 张`}
              </Button>
            </>
          ),
        above: (record) => (
          <>
            {command.unknown && (
              <UnknownOutcome
                failure={command.failure}
                running={command.running}
                onRetry={() => void command.retry().then(settle)}
                onGiveUp={command.giveUp}
              />
            )}
            <Suspense>
              <JobPrinter
                templateId={Number(record.template_id)}
                printed={printed}
                onPrinted={onPrinted}
                output={output}
                writes={record.write_epc === true}
              />
            </Suspense>
          </>
        ),
        lines: linesOf,
        tabs: tabsOf,
      }}
    />
  );
}

const outputOptions = (Object.keys(outputs) as Output[])
  .filter((value) => hasLabelPort() || !value.endsWith('Port'))
  .map((value) => ({ value, label: outputs[value] }));

const leftOf = ({ total_qty, printed_qty }: Row): number => Math.max(Number(total_qty) - Number(printed_qty), 0);

const ofLine = ({ id, qty, printed_qty }: Row) => ({ line_ids: [id], again: Number(printed_qty) >= Number(qty) });

const ofCodes = (rows: readonly Row[]) => ({
  code_ids: rows.map(({ code_id }) => Number(code_id)),
  again: rows.some(({ is_printed }) => is_printed === true),
});

const printColumn = (busy: boolean, onPrint: (line: Row) => void): Column => ({
  name: 'print',
  label: '打印',
  width: 90,
  render: (line) => (
    <Button size="small" type="link" disabled={busy} onClick={() => onPrint(line)}>
      {Number(line.printed_qty) >= Number(line.qty) ? '重打' : '打印'}
    </Button>
  ),
  text: () => '',
});
