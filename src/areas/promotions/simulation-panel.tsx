import { Alert, Segmented } from 'antd';
import { useState } from 'react';
import { sku } from '#contract/areas/goods/sku.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { promotion } from '#contract/areas/promotions/promotion.ts';
import { promotionCalls, type Simulated, simulation } from '#contract/areas/promotions/promotion-calls.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import type { Row } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { Content } from '#src/kit/desk/faces.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { StatusOf } from '#src/kit/desk/status-tag.tsx';

const spans = [7, simulation.days, simulation.mostDays];

/** What the promotion would have done to the orders of the last days, what it sells below cost, and which price sheets meet it. */
export function SimulationPanel({ id }: { id: number }) {
  const [days, setDays] = useState<number>(simulation.days);
  const read = useRead(promotion, promotionCalls.simulate, { input: { id, days } });
  return (
    <section className="desk-block">
      <Segmented
        aria-label="回看天数"
        value={days}
        options={spans.map((value) => ({ value, label: `最近 ${value} 天` }))}
        onChange={setDays}
      />
      <Content of={read}>{read.value && <Found found={read.value} />}</Content>
    </section>
  );
}

function Found({ found }: { found: Simulated }) {
  const losing = found.losing ?? [];
  return (
    <>
      <p>
        {`${found.order_count} 笔订单中有 ${found.affected_count} 笔享受优惠，商品金额 ${printYuan(found.goods_amount)}，优惠合计 ${printYuan(found.discount_amount)}。`}
      </p>
      {found.cut_short && <Alert type="info" title={`订单较多，只试算最近 ${simulation.orders} 笔`} />}
      {losing.length > 0 && (
        <Alert
          type="warning"
          title={`${losing.length} 个货品的活动价低于成本`}
          description={
            <DataTable<Losing>
              name="promotion-losing"
              label="低于成本"
              columns={losingColumns}
              rows={losing.map((row) => ({ ...row, id: row.sku_id }))}
              height={heightOf(losing.length)}
            />
          }
        />
      )}
      {found.sheets.length > 0 && (
        <Alert
          type="warning"
          title={`${found.sheets.length} 张调价单与活动时间重叠`}
          description={
            <DataTable<Sheet>
              name="promotion-sheets"
              label={priceSheet.label}
              columns={sheetColumns}
              rows={found.sheets.map((row) => ({ ...row, id: row.sheet_id }))}
              height={heightOf(found.sheets.length)}
            />
          }
        />
      )}
      {found.top.length > 0 && (
        <DataTable<Top>
          name="promotion-top"
          label="优惠最多的货品"
          columns={topColumns}
          rows={found.top.map((row) => ({ ...row, id: row.sku_id }))}
          height={heightOf(found.top.length)}
        />
      )}
    </>
  );
}

const heightOf = (rows: number): number => Math.min(400, 48 + rows * 36);

type Top = Row & Simulated['top'][number];
type Losing = Row & NonNullable<Simulated['losing']>[number];
type Sheet = Row & Simulated['sheets'][number];

const { sku_no, name } = sku.fields;

const topColumns: Column<Top>[] = [
  { name: 'sku_no', label: sku_no.label, width: 160, render: (row) => row.sku_no },
  { name: 'name', label: name.label, width: 220, render: (row) => row.name },
  { name: 'qty', label: '件数', width: 104, align: 'end', render: (row) => row.qty },
  {
    name: 'discount_amount',
    label: promotion.fields.discount_amount.label,
    width: 120,
    align: 'end',
    render: (row) => printYuan(row.discount_amount),
  },
];

const losingColumns: Column<Losing>[] = [
  { name: 'sku_no', label: sku_no.label, width: 160, render: (row) => row.sku_no },
  { name: 'name', label: name.label, width: 220, render: (row) => row.name },
  {
    name: 'cost_price',
    label: '最近进价(不含税)',
    width: 140,
    align: 'end',
    render: (row) => printYuan(row.cost_price),
  },
  { name: 'least_price', label: '活动价', width: 120, align: 'end', render: (row) => printYuan(row.least_price) },
];

const sheetColumns: Column<Sheet>[] = [
  { name: 'price_no', label: priceSheet.label, width: 160, render: (row) => row.price_no },
  {
    name: 'status',
    label: '状态',
    width: 112,
    render: (row) => <StatusOf definition={priceSheet} status={row.status} />,
  },
  { name: 'goods', label: '货品数', width: 96, align: 'end', render: (row) => row.goods },
  {
    name: 'effective_at',
    label: priceSheet.fields.effective_at.label,
    width: 160,
    render: (row) => printTime(row.effective_at),
  },
  {
    name: 'expire_at',
    label: priceSheet.fields.expire_at.label,
    width: 160,
    render: (row) => (row.expire_at ? printTime(row.expire_at) : ''),
  },
];
