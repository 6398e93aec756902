import { Table } from 'antd';
import type { TableRef } from 'antd/es/table';
import { type ReactNode, useId, useRef } from 'react';
import type { Field } from '#contract/kit/field.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import type { AxisRecord, CrossFields, CrossValues } from '#src/engine/form/cross.ts';
import { sumOfCells } from '#src/engine/form/matrix.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';
import { useShortcuts } from '../../shortcuts.ts';
import { EmptyFace } from '../faces.tsx';
import { Chooser } from '../kinds/chooser.tsx';
import { NamesPaste } from '../paste/names-paste.tsx';
import { type CrossLimit, crossColumns, crossWidth } from './cross-columns.tsx';
import { fieldIn } from './field-in.ts';
import styles from './line-cross.module.css';
import { sheetShortcuts } from './line-keys.ts';
import { useCrossCells } from './use-cross-cells.ts';
import { type Cross, useCross } from './use-standing.ts';

interface LineCrossProps {
  form: FormCore;
  of: CrossFields;
  /** What stands down and across, of a page that asks about it. */
  cross: Cross;
  limit?: CrossLimit | undefined;
  /** A few words under a cell: how that place stands with those goods. */
  note?: ((goods: number, across: number) => string | undefined) | undefined;
  /** In the head: what fills cells. `put` sets cells by `crossCell`. */
  tools?: ((put: (cells: CrossValues) => void) => ReactNode) | undefined;
  /** Pixels. */
  height?: number;
}

/**
 * The lines of a form as goods down and places across, a quantity in each cell. They stay lines: a cell that is filled is a line, one that is
 * emptied is none. Arrows and Enter go from cell to cell, a block from a spreadsheet is pasted where the cursor stands; of many goods
 * only those in sight exist.
 */
export function LineCross({ form, of, cross, limit, note, tools, height = 460 }: LineCrossProps) {
  const { definition, lines, errors, resting } = form;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<TableRef>(null);
  useShortcuts(sheetShortcuts);
  const { goods, across } = cross;
  const cells = useCrossCells({ form, of, cross, box, table });
  const label = definition.lines?.label ?? '';

  return (
    <section className="desk-lines" aria-label={`${label}矩阵`}>
      <header className="desk-lines-head">
        <h2>{label}</h2>
        {errors.lines !== undefined && (
          <span className="desk-wrong" role="alert">
            {errors.lines}
          </span>
        )}
        <Adder id={`${id}-goods`} field={fieldIn(definition, of.goods)} standing={goods} disabled={resting} />
        <Adder id={`${id}-across`} field={fieldIn(definition, of.across)} standing={across} disabled={resting} />
        {tools?.(cells.put)}
      </header>
      <div ref={box} role="group" aria-label={label} onKeyDownCapture={cells.keyDown} onPasteCapture={cells.pasted}>
        <Table<AxisRecord>
          ref={table}
          size="small"
          className={`desk-sheet ${note ? styles.noted : styles.plain}`}
          rowKey="id"
          dataSource={goods.all as AxisRecord[]}
          pagination={false}
          virtual
          tableLayout="fixed"
          scroll={{ x: crossWidth(across.all.length, limit !== undefined), y: height }}
          locale={{ emptyText: <EmptyFace words="选择货品和调入方后，按行列填写数量，也可从 Excel 粘贴" /> }}
          columns={crossColumns({ id, form, of, cross, cells, limit, note })}
        />
      </div>
      <footer className="desk-lines-foot">
        <span>{`合计 ${grouped(goods.all.length)} 个货品，${grouped(across.all.length)} 列，${grouped(sumOfCells(lines.rows.map(({ values }) => values[of.qty])))} 件`}</span>
      </footer>
    </section>
  );
}

/** The same with nothing beside it: the lines of any form that are goods for several places. */
export function PlainCross({ form, of }: Pick<LineCrossProps, 'form' | 'of'>) {
  return <LineCross form={form} of={of} cross={useCross(form, of)} />;
}

interface AdderProps {
  id: string;
  field: Field;
  standing: Cross['goods'];
  disabled: boolean;
}

/** Adds rows or columns: one after the other, or many by their names. */
function Adder({ id, field, standing, disabled }: AdderProps) {
  const target = field.target?.();
  if (!target) throw new Error(`${field.label} refers to nothing`);
  return (
    <span className={styles.add}>
      <label htmlFor={id}>{`添加${field.label}`}</label>
      <Chooser
        id={id}
        definition={target}
        ids={none}
        known={none}
        placeholder="输入编码、名称"
        disabled={disabled}
        onPick={(options) => standing.add(options)}
      />
      <NamesPaste
        definition={target}
        chosen={standing.all.map((one) => one.id)}
        disabled={disabled}
        onFound={(options) => standing.add(options)}
      />
    </span>
  );
}

const none: readonly never[] = [];
