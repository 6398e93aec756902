import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { readBlock } from '../paste/paste-block.ts';
import type { FormLine, FormLines } from './lines.ts';
import { type LineWork, type MatrixFields, type Named, namedValues, workOfCells } from './matrix.ts';
import { settableLineFields } from './values.ts';

/** Names of the fields of lines that are goods, where they go, and how many of them. */
export interface CrossFields extends MatrixFields {
  readonly across: string;
}

/**
 * The fields by which lines can be filled in as a matrix of goods and something else: each pair once, with one quantity, and nothing else that must
 * be said. Undefined of lines that say more, or less.
 */
export function crossFields(definition: AnyDefinition): CrossFields | undefined {
  const [goods, across, ...more] = definition.lines?.unique ?? [];
  const fields = settableLineFields(definition);
  const asked = Object.entries(fields).filter(
    ([name, { required }]) => required !== undefined && required !== false && name !== goods && name !== across,
  );
  const [quantity] = asked;
  if (goods === undefined || across === undefined || more.length > 0 || asked.length !== 1 || !quantity)
    return undefined;
  const [qty, { kind }] = quantity;
  const isCross = fields[goods]?.target?.().name === 'sku' && fields[across]?.target !== undefined;
  return isCross && kind.name === 'quantity' ? { goods, across, qty } : undefined;
}

/** A cell of such a matrix, as a key. */
export const crossCell = (goods: number, across: number): string => `${goods}/${across}`;

/** What is typed into cells, by `crossCell`; nothing or 0 takes the line away. */
export type CrossValues = ReadonlyMap<string, unknown>;

/** The lines of a form by their cells. */
export const linesByCell = ({ goods, across }: CrossFields, { rows }: FormLines): ReadonlyMap<string, FormLine> =>
  new Map(
    rows.flatMap((row) => {
      const [one, other] = [row.values[goods], row.values[across]];
      return typeof one === 'number' && typeof other === 'number' ? [[crossCell(one, other), row] as const] : [];
    }),
  );

/** One row or column: a record and what it is called. */
export interface AxisRecord extends Named {
  readonly id: number;
}

/** The records that stand in a field of lines, each once, in the order in which lines name them. */
export function axisRecordsIn(field: string, { rows }: FormLines): AxisRecord[] {
  const found = new Map<number, AxisRecord>();
  for (const { values } of rows) {
    const id = values[field];
    if (typeof id !== 'number' || found.has(id)) continue;
    found.set(id, {
      id,
      title: String(values[titleKey(field)] ?? id),
      hint: (values[`${field}__hint`] as string | null | undefined) ?? null,
    });
  }
  return [...found.values()];
}

interface BothNamed {
  readonly goods: ReadonlyMap<number, Named>;
  readonly across: ReadonlyMap<number, Named>;
}

/** The work by which lines come to say what was typed into cells. */
export function crossWork(
  of: CrossFields,
  lines: FormLines,
  { cells, named }: { cells: CrossValues; named: BothNamed },
): LineWork {
  return workOfCells(lines, {
    cells,
    qty: of.qty,
    cellOf: ({ values }) => crossCell(values[of.goods] as number, values[of.across] as number),
    lineOf: (cell) => {
      const [goods = 0, across = 0] = cell.split('/').map(Number);
      return {
        ...namedValues(of.goods, goods, named.goods.get(goods)),
        ...namedValues(of.across, across, named.across.get(across)),
      };
    },
  });
}

/** A block of figures from a spreadsheet as cells, from a row and a column on; what goes past the edge is left out. */
export function pastedCross(
  { rows, columns }: { rows: readonly AxisRecord[]; columns: readonly AxisRecord[] },
  text: string,
  { at, field }: { at: { goods: number; across: number }; field: Field },
): Map<string, unknown> {
  const down = rows.findIndex(({ id }) => id === at.goods);
  const right = columns.findIndex(({ id }) => id === at.across);
  const pasted = new Map<string, unknown>();
  if (down < 0 || right < 0) return pasted;
  for (const [y, cells] of readBlock(text).entries())
    for (const [x, typed] of cells.entries()) {
      const [row, column] = [rows[down + y], columns[right + x]];
      if (row && column)
        pasted.set(crossCell(row.id, column.id), typed === '' ? null : (field.kind.parse(typed, field) ?? typed));
    }
  return pasted;
}
