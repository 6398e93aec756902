import { Button, Drawer } from 'antd';
import { useMemo, useState } from 'react';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { useDetail } from '#src/engine/detail/use-detail.ts';
import { type ListView, useList } from '#src/engine/list/use-list.ts';
import type { Row } from '#src/engine/row.ts';
import { useBulkAction } from '#src/kit/desk/bulk/use-bulk-action.ts';
import { columnsOf } from '#src/kit/desk/columns.tsx';
import { Facts } from '#src/kit/desk/detail/facts.tsx';
import { Timeline } from '#src/kit/desk/detail/timeline.tsx';
import { Content } from '#src/kit/desk/faces.tsx';
import { lookOf } from '#src/kit/desk/kinds/index.ts';
import { LinesTable } from '#src/kit/desk/lines/lines-table.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { Pagination } from '#src/kit/desk/list/pagination.tsx';
import { StatusOf } from '#src/kit/desk/status-tag.tsx';
import { manyAt } from './addresses.ts';
import { PicturesPanel } from './pictures-panel.tsx';

/** One style: what it is, its attributes, its SKUs, the barcodes of the SKU that is opened, and who did what to it. */
export function SpuDrawer({ row, onClose }: { row: Row; onClose(): void }) {
  const detail = useDetail(spu, row.id);
  const skus = useList(sku, {
    inAddress: false,
    fixed: useMemo(() => ({ spu_id: row.id }), [row.id]),
  }) as unknown as ListView<Row>;
  const [open, setOpen] = useState<Row | null>(null);
  const together = useBulkAction(sku, manyAt.pieces)(skus.rows.map(({ id }) => id));
  return (
    <Drawer
      open
      size={880}
      onClose={onClose}
      title={
        <>
          {String(row.name)} <StatusOf definition={spu} status={row.status} />
        </>
      }
    >
      <Content of={detail}>
        {detail.record && (
          <>
            <Facts definition={spu} record={detail.record as unknown as Row} />
            <Attributes lines={(detail.record as unknown as { lines: readonly Row[] }).lines} />
          </>
        )}
      </Content>
      <PicturesPanel styleId={row.id} />
      <section className="desk-block">
        <h2>
          {`${sku.label} 共${skus.total}条`}
          {skus.rows.length > 0 &&
            together.map(({ key, label, run }) => (
              <Button key={key} type="link" size="small" onClick={run}>
                {skus.total > skus.rows.length ? `${label}本页` : label}
              </Button>
            ))}
        </h2>
        <Content of={{ failure: skus.failure, stale: skus.stale, reload: skus.reload }}>
          <DataTable
            name="spu-skus"
            label={sku.label}
            columns={columnsOf(sku, ['sku_no', 'main_barcode', 'color_value_id', 'size_id', 'tag_price', 'status'])}
            rows={skus.rows}
            height={260}
            onOpen={setOpen}
            loading={skus.loading}
            busy={skus.refreshing}
          />
        </Content>
        {skus.total > skus.state.pageSize && (
          <Pagination
            {...skus.state}
            total={skus.total}
            capped={skus.capped}
            counting={skus.counting}
            onExact={skus.countExactly}
            onChange={(page, pageSize) => skus.change({ page, pageSize })}
          />
        )}
      </section>
      {open && <Barcodes key={open.id} row={open} />}
      {detail.record && (
        <section className="desk-block">
          <h2>操作记录</h2>
          <Timeline definition={spu} audit={detail.record.audit} />
        </section>
      )}
    </Drawer>
  );
}

/** What its category asks of it, as somebody filled it in. */
function Attributes({ lines }: { lines: readonly Row[] }) {
  if (lines.length === 0) return null;
  const { key_id, value_ids, text } = spu.lines.fields;
  const isChosen = ({ value_ids: ids }: Row) => Array.isArray(ids) && ids.length > 0;
  return (
    <dl className="desk-facts">
      {lines.map((line) => (
        <div key={line.id}>
          <dt>
            {lookOf(key_id).cell({ value: line['key_id'] as never, field: key_id, name: 'key_id', record: line })}
          </dt>
          <dd>
            {isChosen(line)
              ? lookOf(value_ids).cell({
                  value: line['value_ids'] as never,
                  field: value_ids,
                  name: 'value_ids',
                  record: line,
                })
              : lookOf(text).cell({ value: (line['text'] ?? '') as never, field: text, name: 'text', record: line })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Barcodes({ row }: { row: Row }) {
  const detail = useDetail(sku, row.id);
  const lines = (detail.record as unknown as { lines?: readonly Row[] } | undefined)?.lines;
  return (
    <section className="desk-block">
      <h2>{`${String(row.sku_no)} 条码`}</h2>
      <Content of={detail}>{lines && <LinesTable definition={sku} lines={lines} height={180} />}</Content>
    </section>
  );
}
