import { InputNumber, Table } from 'antd';
import type { ClipboardEvent } from 'react';
import { type Measure, type MeasureTable, mostMeasure } from '#contract/areas/goods/measures.ts';
import { EmptyFace } from '#src/kit/desk/faces.tsx';
import { measureAtOf, pasteInto, withMeasure } from './measure-rows.ts';

interface MeasureGridProps {
  table: MeasureTable;
  rows: readonly Measure[];
  /** Left out: it only shows. */
  onChange?: (rows: readonly Measure[]) => void;
  disabled?: boolean;
}

/** Sizes down, parts across, millimetres in between; a block copied from a spreadsheet is pasted from the cell that has the focus. */
export function MeasureGrid({ table, rows, onChange, disabled = false }: MeasureGridProps) {
  const { sizes, parts } = table;
  if (sizes.length === 0 || parts.length === 0)
    return <EmptyFace words={sizes.length === 0 ? '商品没有尺码组' : '尺码组没有测量部位'} />;
  const paste = (event: ClipboardEvent, sizeId: number, part: string) => {
    const text = event.clipboardData.getData('text/plain');
    if (!onChange || !/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    onChange(pasteInto({ table, rows, text, from: { sizeId, part } }));
  };
  return (
    <Table
      size="small"
      rowKey="id"
      dataSource={[...sizes]}
      pagination={false}
      tableLayout="fixed"
      scroll={{ x: 120 + parts.length * 110 }}
      columns={[
        { key: 'size', title: '尺码', dataIndex: 'name', width: 120, fixed: 'start' },
        ...parts.map((part) => ({
          key: part,
          title: `${part}(毫米)`,
          width: 110,
          align: 'end' as const,
          className: 'desk-figure',
          render: (_value: unknown, size: { id: number; name: string }) => {
            const value = measureAtOf(rows, size.id, part);
            return onChange ? (
              <InputNumber
                aria-label={`${table.name} ${size.name} ${part}`}
                size="small"
                controls={false}
                min={1}
                max={mostMeasure}
                precision={0}
                value={value ?? null}
                disabled={disabled}
                onChange={(typed) => onChange(withMeasure(rows, { size_id: size.id, part, value_mm: typed }))}
                onPaste={(event) => paste(event, size.id, part)}
              />
            ) : (
              (value ?? '')
            );
          },
        })),
      ]}
    />
  );
}
