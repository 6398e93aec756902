import { imperfectType } from '#contract/areas/enums.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { type SheetCodes as Codes, sheetCodesCall } from '#contract/areas/warehouse/stocktaking-calls.ts';
import type { Row } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { Content } from '#src/kit/desk/faces.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { StatusTag } from '#src/kit/desk/status-tag.tsx';

type Code = Row & Codes['list'][number];

/**
 * Which codes make the differences of a sheet: what a take by codes did not read, and what was lost and read. `beside` the lines of goods that
 * are counted as pieces it is there only where there are any.
 */
export function SheetCodes({ id, beside = false }: { id: number; beside?: boolean }) {
  const reading = useRead(stocktaking, sheetCodesCall, { input: { id } });
  const { list = [], count = 0 } = reading.value ?? {};
  if (beside && list.length === 0) return null;
  return (
    <Content of={reading}>
      {count > list.length && <p className="desk-hint">{`共 ${count} 个，显示前 ${list.length} 个`}</p>}
      {list.some(({ part }) => part === 'stays') && (
        <p className="desk-hint">
          “读到但仍为丢失”的码：其明细没有盘盈可抵。请用“指明盘亏唯一码”说明是哪几件没盘到，否则过账后仍为丢失。
        </p>
      )}
      <DataTable<Code> name="stocktaking-codes" label="唯一码差异" columns={columns} rows={list} height={420} />
    </Content>
  );
}

const parts = {
  missing: { label: '未读到', tone: 'refused' },
  returned: { label: '丢失后读到', tone: 'done' },
  stays: { label: '读到但仍为丢失', tone: 'waiting' },
} as const;

const grades: Readonly<Record<number, string>> = imperfectType;

const columns: Column<Code>[] = [
  {
    name: 'part',
    label: '类别',
    width: 110,
    render: ({ part }) => <StatusTag tone={parts[part].tone}>{parts[part].label}</StatusTag>,
  },
  { name: 'unique_code', label: '唯一码', width: 180, render: ({ unique_code: code }) => code },
  { name: 'epc', label: 'EPC码', width: 220, render: ({ epc }) => epc },
  { name: 'sku_no', label: 'SKU编码', width: 160, render: ({ sku_no: no }) => no },
  { name: 'name', label: '货品', width: 180, render: ({ name }) => name },
  { name: 'imperfect_type', label: '品级', width: 90, render: ({ imperfect_type: grade }) => grades[grade] },
  { name: 'position', label: '货位', width: 100, render: ({ position }) => position },
];
