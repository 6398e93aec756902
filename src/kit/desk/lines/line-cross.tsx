import { Table } from 'antd';
import type { TableRef } from 'antd/es/table';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useMemo, useRef } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import {
  type AxisRecord,
  type CrossFields,
  type CrossValues,
  crossCell,
  crossWork,
  linesByCell,
  pastedCross,
} from '#src/engine/form/cross.ts';
import { linePath } from '#src/engine/form/errors.ts';
import type { FormLine } from '#src/engine/form/lines.ts';
import { sumOfCells } from '#src/engine/form/matrix.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';
import { isBlock } from '#src/engine/paste/paste-block.ts';
import { useShortcuts } from '../../shortcuts.ts';
import { EmptyFace } from '../faces.tsx';
import { Chooser } from '../kinds/chooser.tsx';
import { controlsOf } from '../kinds/controls.ts';
import { unreadable } from '../kinds/unreadable.ts';
import { NamesPaste } from '../paste/names-paste.tsx';
import styles from './line-cross.module.css';
import { cellsOf, sheetShortcuts, walkCells } from './line-keys.ts';
import { type Cross, useCross } from './use-standing.ts';

/** What there is to share out of each piece of goods, running while it is shared. */
export interface CrossLimit {
  /** What there is, and what is left of it. */
  readonly label: string;
  readonly left: string;
  /** Undefined where it is not known. */
  of(goods: number): number | undefined;
}

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
  const cells = useMemo(() => linesByCell(of, lines), [of, lines]);
  const field = fieldIn(definition, of.qty);
  const put = (values: CrossValues) => {
    const named = { goods: byId(goods.all), across: byId(across.all) };
    const work = crossWork(of, lines, { cells: values, named });
    if (work.changes.size > 0) form.changeLines(work.changes);
    if (work.removed.size > 0) form.removeLines(work.removed);
    if (work.added.length > 0) form.addLines(work.added);
  };
  const takeAway = (which: (line: FormLine) => boolean) =>
    form.removeLines(new Set(lines.rows.filter(which).map(({ key }) => key)));
  const valueOf = (one: number, other: number) => cells.get(crossCell(one, other))?.values[of.qty];
  const sumDown = (other: number) => sumOfCells(goods.all.map((one) => valueOf(one.id, other)));
  const sumAcross = (one: number) => sumOfCells(across.all.map((other) => valueOf(one, other.id)));
  const keys = goods.all.map((one) => String(one.id));
  const reveal = (key: string) => table.current?.scrollTo({ key: Number(key) });

  const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement)) return;
    const cell = target.closest<HTMLElement>('[data-cell]');
    if (!cell) return;
    if (event.key.startsWith('Arrow')) return walkCells(event, { keys, reveal });
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    const next = cellsOf(box.current)[cellsOf(box.current).indexOf(target) + 1];
    if (next) return enter(next);
    // The next goods are out of sight: they come into being first.
    const below = keys[keys.indexOf(cell.dataset['line'] ?? '') + 1];
    if (below === undefined) return;
    reveal(below);
    requestAnimationFrame(() =>
      enter(cellsOf(box.current).find((one) => one.closest<HTMLElement>('[data-cell]')?.dataset['line'] === below)),
    );
  };
  const pasted = (event: ClipboardEvent<HTMLDivElement>) => {
    const text = event.clipboardData.getData('text');
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-cell]') : null;
    if (!cell || resting || !isBlock(text)) return;
    event.preventDefault();
    const at = { goods: Number(cell.dataset['line']), across: Number(cell.dataset['cell']) };
    put(pastedCross({ rows: goods.all, columns: across.all }, text, { at, field }));
  };
  const wrongIn = (line: FormLine | undefined): string | undefined =>
    line &&
    (Object.entries(errors).find(([path]) => path.startsWith(linePath(line.key, '')))?.[1] ??
      unreadable(field, line.values[of.qty]));
  const { Input } = controlsOf(field);
  const label = definition.lines?.label ?? '';
  const width = goodsWidth + across.all.length * cellWidth + sumWidth * (limit ? 3 : 1) + removeWidth;

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
        {tools?.(put)}
      </header>
      <div ref={box} role="group" aria-label={label} onKeyDownCapture={keyDown} onPasteCapture={pasted}>
        <Table<AxisRecord>
          ref={table}
          size="small"
          className={`desk-sheet ${note ? styles.noted : styles.plain}`}
          rowKey="id"
          dataSource={goods.all as AxisRecord[]}
          pagination={false}
          virtual
          tableLayout="fixed"
          scroll={{ x: width, y: height }}
          locale={{ emptyText: <EmptyFace words="选择货品和调入方后，按行列填写数量，也可从 Excel 粘贴" /> }}
          columns={[
            {
              key: of.goods,
              title: fieldIn(definition, of.goods).label,
              width: goodsWidth,
              fixed: 'left',
              render: (_value: unknown, one: AxisRecord) => (
                <span className={styles.goods} title={`${one.title} ${one.hint ?? ''}`}>
                  {one.hint ?? one.title}
                </span>
              ),
            },
            ...across.all.map((other) => ({
              key: `across-${other.id}`,
              width: cellWidth,
              title: (
                <span className={styles.column} title={other.title}>
                  <span>{other.title}</span>
                  <span className="desk-hint">{grouped(sumDown(other.id))}</span>
                  <button
                    type="button"
                    className="desk-link"
                    aria-label={`移除 ${other.title}`}
                    disabled={resting}
                    onClick={() => {
                      takeAway(({ values }) => values[of.across] === other.id);
                      across.drop(other.id);
                    }}
                  >
                    ×
                  </button>
                </span>
              ),
              render: (_value: unknown, one: AxisRecord) => {
                const line = cells.get(crossCell(one.id, other.id));
                const wrong = wrongIn(line);
                return (
                  <div data-cell={other.id} data-line={one.id} title={wrong}>
                    <Input
                      id={`${id}-${one.id}-${other.id}`}
                      name={of.qty}
                      field={{ ...field, required: false }}
                      value={line?.values[of.qty] ?? null}
                      record={line?.values ?? nothing}
                      disabled={resting}
                      invalid={wrong !== undefined}
                      label={`${one.title} ${other.title}`}
                      onChange={(value: unknown) => put(new Map([[crossCell(one.id, other.id), value]]))}
                    />
                    {note && <span className={styles.note}>{note(one.id, other.id)}</span>}
                  </div>
                );
              },
            })),
            ...(limit
              ? [
                  {
                    key: 'limit',
                    title: limit.label,
                    width: sumWidth,
                    align: 'end' as const,
                    fixed: 'right' as const,
                    className: 'desk-figure',
                    render: (_value: unknown, one: AxisRecord) => figure(limit.of(one.id)),
                  },
                ]
              : []),
            {
              key: 'sum',
              title: '合计',
              width: sumWidth,
              align: 'end',
              fixed: 'right',
              className: 'desk-figure',
              render: (_value: unknown, one: AxisRecord) => grouped(sumAcross(one.id)),
            },
            ...(limit
              ? [
                  {
                    key: 'left',
                    title: limit.left,
                    width: sumWidth,
                    align: 'end' as const,
                    fixed: 'right' as const,
                    className: 'desk-figure',
                    render: (_value: unknown, one: AxisRecord) => {
                      const there = limit.of(one.id);
                      return there === undefined ? null : figure(there - sumAcross(one.id));
                    },
                  },
                ]
              : []),
            {
              key: '操作',
              title: '操作',
              width: removeWidth,
              fixed: 'right',
              render: (_value: unknown, one: AxisRecord) => (
                <button
                  type="button"
                  className="desk-link desk-link-danger"
                  disabled={resting}
                  onClick={() => {
                    takeAway(({ values }) => values[of.goods] === one.id);
                    goods.drop(one.id);
                  }}
                >
                  移除
                </button>
              ),
            },
          ]}
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
const nothing = {};
const goodsWidth = 240;
const cellWidth = 104;
const sumWidth = 80;
const removeWidth = 64;

const byId = (all: readonly AxisRecord[]) => new Map(all.map((one) => [one.id, one]));

const figure = (value: number | undefined): ReactNode =>
  value === undefined ? null : <span className={value < 0 ? 'desk-negative' : undefined}>{grouped(value)}</span>;

function fieldIn(definition: AnyDefinition, name: string): Field {
  const field = definition.lines?.fields[name];
  if (!field) throw new Error(`${definition.name} has no line field ${name}`);
  return field;
}

function enter(input: HTMLInputElement | undefined): void {
  input?.focus();
  input?.select();
}
