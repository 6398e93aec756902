import { Drawer } from 'antd';
import { useMemo } from 'react';
import { sku } from '#contract/areas/goods/sku.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { useDetail } from '#src/engine/detail/use-detail.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { Facts } from '#src/kit/desk/detail/facts.tsx';
import { Content } from '#src/kit/desk/faces.tsx';
import { LinesTable } from '#src/kit/desk/lines/lines-table.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { StatusOf } from '#src/kit/desk/status-tag.tsx';

/** One piece of goods: what it is, its barcodes, and where it stands. */
export function SkuDrawer({ row, onClose }: { row: Row; onClose(): void }) {
  const detail = useDetail(sku, row.id);
  const mayUse = useMayUse();
  const lines = (detail.record as unknown as { lines?: readonly Row[] } | undefined)?.lines;
  const fixed = useMemo(() => ({ sku_id: row.id }), [row.id]);
  return (
    <Drawer
      open
      size={880}
      onClose={onClose}
      title={
        <>
          {String(row.sku_no)} <StatusOf definition={sku} status={row.status} />
        </>
      }
    >
      <Content of={detail}>
        {detail.record && <Facts definition={sku} record={detail.record as unknown as Row} />}
        {lines && (
          <section className="desk-block">
            <h2>条码</h2>
            <LinesTable definition={sku} lines={lines} height={160} />
          </section>
        )}
      </Content>
      {mayUse(stock.calls.list?.[1]) && (
        <FixedList definition={stock} fixed={fixed} columns={columns} heading leads height={260} />
      )}
    </Drawer>
  );
}

const columns = ['warehouse_id', 'imperfect_type', 'qty_on_hand', 'qty_locked', 'qty_available', 'qty_in_transit'];
