import { Button, Drawer } from 'antd';
import { useMemo, useState } from 'react';
import { purchaseLine } from '#contract/areas/purchasing/purchase-line.ts';
import { limits } from '#contract/kit/limits.ts';
import { type ListView, useList } from '#src/engine/list/use-list.ts';
import type { Row, Values } from '#src/engine/row.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { columnsOf } from '#src/kit/desk/columns.tsx';
import { Content, EmptyFace } from '#src/kit/desk/faces.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { FilterBar } from '#src/kit/desk/list/filter-bar.tsx';
import { Pagination } from '#src/kit/desk/list/pagination.tsx';
import styles from './purchasing.module.css';

/** Lines of orders that can still be booked, chosen into an appointment: what is left of each, to begin with. */
export function PickLines({ form }: { form: FormView }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button disabled={form.resting} onClick={() => setOpen(true)}>
        选择采购明细
      </Button>
      {open && <Picker form={form} onClose={() => setOpen(false)} />}
    </>
  );
}

function Picker({ form, onClose }: { form: FormView; onClose(): void }) {
  const { supplier_id: supplier, warehouse_id: warehouse } = form.values;
  // What an appointment is for already is all that it may bring.
  const fixed = useMemo(
    () => ({
      ...(typeof supplier === 'number' ? { supplier_id: [supplier] } : {}),
      ...(typeof warehouse === 'number' ? { warehouse_id: [warehouse] } : {}),
    }),
    [supplier, warehouse],
  );
  const list = useList(purchaseLine, { inAddress: false, fixed }) as unknown as ListView<Row>;
  const { selection } = list;
  const there = new Set(form.lines.rows.map(({ values }) => values.purchase_line_id));
  const fresh = selection.rows.filter(({ id }) => !there.has(id));
  const [first] = fresh;
  const strangers = fresh.filter(
    (row) => row.supplier_id !== first?.supplier_id || row.warehouse_id !== first?.warehouse_id,
  );
  const room = limits.documentLines - form.lines.rows.length;
  const take = () => {
    if (first) form.put(headOf(first));
    form.addLines(fresh.map(lineOf));
    onClose();
  };
  return (
    <Drawer
      open
      size={1080}
      title="选择采购明细"
      onClose={onClose}
      footer={
        <Button type="primary" disabled={!first || strangers.length > 0 || fresh.length > room} onClick={take}>
          {`加入 ${fresh.length} 行`}
        </Button>
      }
    >
      <div className={styles.picker}>
        <FilterBar
          definition={purchaseLine}
          state={list.state}
          onAsk={list.change}
          names={filters.filter((name) => !(name in fixed))}
        />
        {strangers.length > 0 && (
          <p className="desk-wrong" role="alert">
            一张预约单只能是同一供应商、同一仓库的采购明细
          </p>
        )}
        <Content of={{ failure: list.failure, stale: list.stale, reload: list.reload }}>
          <DataTable
            name="pick-purchase-lines"
            label={purchaseLine.label}
            columns={columnsOf(list.definition)}
            rows={list.rows}
            height={420}
            loading={list.loading}
            busy={list.refreshing}
            selection={selection}
            empty={<EmptyFace words="没有可预约的采购明细" />}
          />
          <Pagination
            page={list.state.page}
            pageSize={list.state.pageSize}
            total={list.total}
            capped={list.capped}
            counting={list.counting}
            loading={list.loading}
            onExact={list.countExactly}
            onChange={(page, pageSize) => list.change({ page, pageSize })}
          />
        </Content>
      </div>
    </Drawer>
  );
}

const filters = ['purchase_no', 'supplier_id', 'warehouse_id', 'sku_id', 'expect_date'];

const headOf = (row: Row): Values => ({
  supplier_id: row.supplier_id,
  supplier_id__title: row.supplier_id__title,
  warehouse_id: row.warehouse_id,
  warehouse_id__title: row.warehouse_id__title,
});

const lineOf = (row: Row): Values => ({
  purchase_line_id: row.id,
  purchase_line_id__title: row.purchase_no,
  purchase_line_id__hint: row.goods,
  plan_qty: row.open_qty,
});
