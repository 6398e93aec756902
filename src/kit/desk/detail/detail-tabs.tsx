import { Tabs } from 'antd';
import { lazy, Suspense } from 'react';
import { attachmentCalls } from '#contract/kit/attachments.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { useRecordBlocks } from '#src/engine/record-blocks.ts';
import { AttachmentsLabel } from '../attachments/tab-label.tsx';
import { LoadingFace } from '../faces.tsx';
import { LinesTable } from '../lines/lines-table.tsx';
import type { DetailPageProps, DetailRow, DetailTab } from './detail-page.tsx';

const Timeline = lazy(async () => ({ default: (await import('./timeline.tsx')).Timeline }));
const Attachments = lazy(async () => ({ default: (await import('../attachments/block.tsx')).Attachments }));

/**
 * What stands under the facts of a record: its lines, the tabs of its page, what other areas show of it (`src/engine/record-blocks.ts`), its files
 * and its history.
 */
export function DetailTabs({
  definition,
  record,
  lineColumns,
  slots,
}: {
  definition: AnyDefinition;
  record: DetailRow;
  lineColumns: DetailPageProps['lineColumns'];
  slots: Pick<NonNullable<DetailPageProps['slots']>, 'lines' | 'tabs'>;
}) {
  const blocks = useRecordBlocks(definition);
  return (
    <Tabs
      size="small"
      items={[
        ...(definition.lines
          ? [
              {
                key: 'lines',
                label: definition.lines.label,
                children: slots.lines?.(record) ?? (
                  <LinesTable definition={definition} lines={record.lines ?? []} columns={lineColumns} />
                ),
              },
            ]
          : []),
        ...(slots.tabs?.(record) ?? []),
        ...blocks.map(({ key, label, Block }) => ({
          key: `block-${key}`,
          label,
          children: (
            <Suspense fallback={<LoadingFace />}>
              <Block id={record.id} />
            </Suspense>
          ),
        })),
        ...filesOf(definition, record.id),
        {
          key: 'audit',
          label: '操作记录',
          children: (
            <Suspense fallback={<LoadingFace />}>
              <Timeline definition={definition} audit={record.audit} />
            </Suspense>
          ),
        },
      ]}
    />
  );
}

/** 附件, where the records of the definition carry some. */
function filesOf(definition: AnyDefinition, id: number): DetailTab[] {
  if (!attachmentCalls(definition)) return [];
  return [
    {
      key: 'attachments',
      label: <AttachmentsLabel definition={definition} id={id} />,
      children: (
        <Suspense fallback={<LoadingFace />}>
          <Attachments definition={definition} id={id} />
        </Suspense>
      ),
    },
  ];
}
