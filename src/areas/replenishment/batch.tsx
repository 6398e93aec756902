import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { allot } from '#contract/areas/allocation/allot.ts';
import { batchAllot } from '#contract/areas/replenishment/batch-allot.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/deferred-form.tsx';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { batchAt } from './addresses.ts';
import { BatchLines } from './batch-lines.tsx';
import { BatchMatrix } from './batch-matrix.tsx';

// A file is brought after the matrix stands.
const BatchImport = lazy(async () => ({ default: (await import('./batch-import.tsx')).BatchImport }));

/** One batch of allots on one route: new without an id, looked at and turned into allots with one, edited with `edit=1` besides. */
export function Screen() {
  const id = useRecordId();
  const editing = useSearchParams()[0].has('edit');
  const warehouse = useRecordId('out_warehouse_id');
  if (id !== undefined && !editing)
    return (
      <DetailPage
        key={id}
        definition={batchAllot}
        id={id}
        editAt={(record) => batchAt.edit(record.id)}
        slots={{
          lines: ({ lines = [] }) => <BatchLines lines={lines} />,
          tabs: ({ batch_allot_no: no }) => [
            {
              key: 'allots',
              label: allot.label,
              children: <FixedList definition={allot} fixed={{ source_no: [String(no)] }} leads height={360} />,
            },
          ],
        }}
      />
    );
  return (
    <FormPage
      key={id ?? 'new'}
      definition={batchAllot}
      id={id}
      title={id === undefined ? '新增批量调拨' : '编辑批量调拨'}
      listAt={batchAt.list}
      {...(id === undefined && warehouse !== undefined ? { given: { out_warehouse_id: warehouse } } : {})}
      savedAt={(saved) => batchAt.detail(saved.id)}
      slots={{
        extra: (form) => (
          <Suspense fallback={null}>
            <BatchImport form={form} />
          </Suspense>
        ),
        lines: (form) => <BatchMatrix form={form} />,
      }}
    />
  );
}
