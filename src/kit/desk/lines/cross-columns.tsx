import type { TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { grouped } from '#contract/kit/kinds/number.ts';
import { type AxisRecord, type CrossFields, crossCell } from '#src/engine/form/cross.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';
import { controlsOf } from '../kinds/controls.ts';
import { fieldIn } from './field-in.ts';
import styles from './line-cross.module.css';
import type { CrossCells } from './use-cross-cells.ts';
import type { Cross } from './use-standing.ts';

/** What there is to share out of each piece of goods, running while it is shared. */
export interface CrossLimit {
  /** What there is, and what is left of it. */
  readonly label: string;
  readonly left: string;
  /** Undefined where it is not known. */
  of(goods: number): number | undefined;
}

export interface CrossLook {
  readonly id: string;
  readonly form: FormCore;
  readonly of: CrossFields;
  readonly cross: Cross;
  readonly cells: CrossCells;
  readonly limit: CrossLimit | undefined;
  readonly note: ((goods: number, across: number) => string | undefined) | undefined;
}

type Columns = TableColumnsType<AxisRecord>;

/** Pixels of all columns together. */
export const crossWidth = (places: number, limited: boolean): number =>
  goodsWidth + places * cellWidth + sumWidth * (limited ? 3 : 1) + removeWidth;

/** The columns of a cross: the goods, a column for each place, what is shared out and left, and the way to take goods away. */
export function crossColumns(look: CrossLook): Columns {
  const { form, of, limit, cells } = look;
  return [
    {
      key: of.goods,
      title: fieldIn(form.definition, of.goods).label,
      width: goodsWidth,
      fixed: 'left',
      render: (_value: unknown, one: AxisRecord) => (
        <span className={styles.goods} title={`${one.title} ${one.hint ?? ''}`}>
          {one.hint ?? one.title}
        </span>
      ),
    },
    ...placeColumns(look),
    ...(limit ? [figureColumn('limit', limit.label, (one) => figure(limit.of(one.id)))] : []),
    figureColumn('sum', '合计', (one) => grouped(cells.sumAcross(one.id))),
    ...(limit
      ? [
          figureColumn('left', limit.left, (one) => {
            const there = limit.of(one.id);
            return there === undefined ? null : figure(there - cells.sumAcross(one.id));
          }),
        ]
      : []),
    removeColumn(look),
  ];
}

function placeColumns({ id, form: { resting }, of, cross: { across }, cells, note }: CrossLook): Columns {
  const { Input } = controlsOf(cells.field);
  return across.all.map((other) => ({
    key: `across-${other.id}`,
    width: cellWidth,
    title: (
      <span className={styles.column} title={other.title}>
        <span>{other.title}</span>
        <span className="desk-hint">{grouped(cells.sumDown(other.id))}</span>
        <button
          type="button"
          className="desk-link"
          aria-label={`移除 ${other.title}`}
          disabled={resting}
          onClick={() => {
            cells.takeAway(({ values }) => values[of.across] === other.id);
            across.drop(other.id);
          }}
        >
          ×
        </button>
      </span>
    ),
    render: (_value: unknown, one: AxisRecord) => {
      const line = cells.lineAt(one.id, other.id);
      const wrong = cells.wrongIn(line);
      return (
        <div data-cell={other.id} data-line={one.id} title={wrong}>
          <Input
            id={`${id}-${one.id}-${other.id}`}
            name={of.qty}
            field={{ ...cells.field, required: false }}
            value={line?.values[of.qty] ?? null}
            record={line?.values ?? nothing}
            disabled={resting}
            invalid={wrong !== undefined}
            label={`${one.title} ${other.title}`}
            onChange={(value: unknown) => cells.put(new Map([[crossCell(one.id, other.id), value]]))}
          />
          {note && <span className={styles.note}>{note(one.id, other.id)}</span>}
        </div>
      );
    },
  }));
}

const figureColumn = (key: string, title: string, render: (one: AxisRecord) => ReactNode): Columns[number] => ({
  key,
  title,
  width: sumWidth,
  align: 'end',
  fixed: 'right',
  className: 'desk-figure',
  render: (_value: unknown, one) => render(one),
});

const removeColumn = ({ form: { resting }, of, cross: { goods }, cells }: CrossLook): Columns[number] => ({
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
        cells.takeAway(({ values }) => values[of.goods] === one.id);
        goods.drop(one.id);
      }}
    >
      移除
    </button>
  ),
});

const figure = (value: number | undefined): ReactNode =>
  value === undefined ? null : <span className={value < 0 ? 'desk-negative' : undefined}>{grouped(value)}</span>;

const nothing = {};
const goodsWidth = 240;
const cellWidth = 104;
const sumWidth = 80;
const removeWidth = 64;
