import { lazy, Suspense } from 'react';
import { stocktaking, stocktakingState, takeType } from '#contract/areas/warehouse/stocktaking.ts';
import { stocktakingPrinting } from '#contract/areas/warehouse/stocktaking-printing.ts';
import { DetailPage, type DetailRow, type DetailTab } from '#src/kit/desk/detail/detail-page.tsx';
import { EmptyFace, LoadingFace } from '#src/kit/desk/faces.tsx';
import { counting, judged, stocktakingAt } from './addresses.ts';
import { SheetLines } from './lines.tsx';
import { Questions } from './questions.tsx';
import { Shortfalls } from './shortfalls.tsx';
import { StartFigures } from './start-figures.tsx';
import { Zones } from './zones.tsx';

// The grid and what reads a paste are for those who count at a desk: they load with the first look at the tab.
const CodeEntry = lazy(async () => ({ default: (await import('./code-entry.tsx')).CodeEntry }));
const SheetCodes = lazy(async () => ({ default: (await import('./sheet-codes.tsx')).SheetCodes }));
const CountGrid = lazy(async () => ({ default: (await import('./count-grid.tsx')).CountGrid }));

/** A stocktake on one page: where it stands, who acts next, and whatever the server says is open to this person. */
export function Sheet({ id }: { id: number }) {
  return (
    <DetailPage
      key={id}
      definition={stocktaking}
      id={id}
      linesFirst
      printing={stocktakingPrinting}
      editAt={(record) => stocktakingAt.edit(record.id)}
      slots={{
        asks: (transition, record) => (transition === 'start' ? <StartFigures id={record.id} /> : null),
        below: (record) => (
          <>
            <Shortfalls id={record.id} />
            {record.take_type !== takeType.codes && judged.includes(Number(record.status)) && (
              <Suspense fallback={null}>
                <SheetCodes id={record.id} beside />
              </Suspense>
            )}
            {counting.includes(Number(record.status)) && (
              <Zones id={record.id} mayClose={isOpen(record, 'closeZone')} />
            )}
          </>
        ),
        lines: (record) =>
          Number(record.status) === 0 ? (
            <EmptyFace words="开始盘点时，账上的货品列为明细" />
          ) : (
            <SheetLines
              id={record.id}
              warehouseId={Number(record.warehouse_id)}
              lines={record.lines ?? []}
              editable={isOpen(record, 'reviewLines')}
              reviewed={record.status === stocktakingState.toAudit}
              posted={Number(record.status) === stocktakingState.posted}
            />
          ),
        tabs: (record) => tabsOf(record),
      }}
    />
  );
}

const isOpen = (record: DetailRow, call: string): boolean => record.allowed.calls?.includes(call) ?? false;

function tabsOf(record: DetailRow): DetailTab[] {
  const byCodes = record.take_type === takeType.codes;
  const zonesLie = Number(record.status) > 1 && !counting.includes(Number(record.status));
  return [
    ...(isOpen(record, 'count')
      ? [
          {
            key: 'count',
            label: '录入盘点',
            children: (
              <Suspense fallback={<LoadingFace />}>
                {byCodes ? (
                  <CodeEntry id={record.id} round={Number(record.round)} />
                ) : (
                  <CountGrid id={record.id} round={Number(record.round)} />
                )}
              </Suspense>
            ),
          },
        ]
      : []),
    ...(zonesLie ? [{ key: 'zones', label: '库区', children: <Zones id={record.id} mayClose={false} /> }] : []),
    ...(byCodes && judged.includes(Number(record.status))
      ? [
          {
            key: 'codes',
            label: '唯一码差异',
            children: (
              <Suspense fallback={<LoadingFace />}>
                <SheetCodes id={record.id} />
              </Suspense>
            ),
          },
        ]
      : []),
    { key: 'questions', label: '未知与迟到', children: <Questions id={record.id} /> },
  ];
}
