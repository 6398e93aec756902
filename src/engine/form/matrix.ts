import type { StyleGrid } from '#contract/areas/goods/style-grid.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { readBlock } from '../paste/paste-block.ts';
import type { Values } from '../row.ts';
import type { FormLine, FormLines } from './lines.ts';
import { settableLineFields } from './values.ts';

/** Names of the fields of lines that are goods and how many of them. */
export interface MatrixFields {
  readonly goods: string;
  readonly qty: string;
  /** What besides makes a line another one, as cells have it (the first grade): lines that say otherwise are none of the matrix. */
  readonly usual?: Values;
}

/**
 * The fields by which lines can be filled in by colour and size: each piece of goods once, or once as it usually is, with one quantity, and
 * nothing else that must be said. Undefined of lines that say more.
 */
export function matrixFields(definition: AnyDefinition): MatrixFields | undefined {
  const [goods, ...more] = definition.lines?.unique ?? [];
  const fields = Object.entries(settableLineFields(definition));
  const asked = fields.filter(([name, { required }]) => required !== undefined && required !== false && name !== goods);
  const [quantity] = asked;
  if (goods === undefined || asked.length !== 1 || !quantity) return undefined;
  const [qty, { kind }] = quantity;
  const own = definition.lines?.fields ?? {};
  if (own[goods]?.target?.().name !== 'sku' || kind.name !== 'quantity') return undefined;
  const usual = more.map((name) => [name, own[name]?.initial] as const);
  if (usual.some(([, initial]) => initial === undefined)) return undefined;
  return { goods, qty, ...(usual.length > 0 ? { usual: Object.fromEntries(usual) } : {}) };
}

/** What is typed into cells: the quantity of each piece of goods; nothing or 0 takes its line away. */
export type CellValues = ReadonlyMap<number, unknown>;

/** What a form does with its lines to hold what was typed. */
export interface LineWork {
  readonly changes: ReadonlyMap<string, Values>;
  readonly added: readonly Values[];
  readonly removed: ReadonlySet<string>;
}

/** The work by which lines come to say what stands in cells; `named` tells how new goods are called. */
export function workOf(
  of: MatrixFields,
  lines: FormLines,
  { cells, named }: { cells: CellValues; named: ReadonlyMap<number, Named> },
): LineWork {
  const { goods, qty, usual } = of;
  return workOfCells(lines, {
    cells,
    qty,
    cellOf: (row) => (isUsual(of, row) ? (row.values[goods] as number) : undefined),
    lineOf: (id) => ({ ...usual, ...namedValues(goods, id, named.get(id)) }),
  });
}

/** What a record is called where it is chosen. */
export interface Named {
  readonly title: string;
  readonly hint: string | null;
}

/** A reference of a line with what it shows. */
export const namedValues = (field: string, id: number, { title, hint }: Partial<Named> = {}): Values => ({
  [field]: id,
  [titleKey(field)]: title ?? null,
  [`${field}__hint`]: hint ?? null,
});

/** What a matrix knows of its cells. */
interface Cells<K> {
  /** What was typed; nothing or 0 takes the line away. */
  readonly cells: ReadonlyMap<K, unknown>;
  readonly qty: string;
  /** The cell that a line stands in; undefined for one that stands in none. */
  cellOf(line: FormLine): K | undefined;
  /** What a new line of a cell says besides its quantity. */
  lineOf(cell: K): Values;
}

/** The one core of matrices: the work by which the lines that cells are known by come to say what was typed into them. */
export function workOfCells<K>(lines: FormLines, { cells, qty, cellOf, lineOf }: Cells<K>): LineWork {
  const changes = new Map<string, Values>();
  const removed = new Set<string>();
  const there = new Set<K>();
  for (const row of lines.rows) {
    const cell = cellOf(row);
    if (cell === undefined || !cells.has(cell)) continue;
    there.add(cell);
    const value = cells.get(cell);
    if (isNothing(value)) removed.add(row.key);
    else if (value !== row.values[qty]) changes.set(row.key, { [qty]: value });
  }
  const added = [...cells].flatMap(([cell, value]) =>
    there.has(cell) || isNothing(value) ? [] : [{ ...lineOf(cell), [qty]: value }],
  );
  return { changes, added, removed };
}

/** A block of figures from a spreadsheet as cells of a style, from a colour and a size on; what goes past its edge is left out. */
export function pastedCells(
  { colors, sizes, cells }: StyleGrid,
  text: string,
  { at, field }: { at: { color_id: number; size_id: number }; field: Field },
): Map<number, unknown> {
  const [down, across] = [
    colors.findIndex(({ id }) => id === at.color_id),
    sizes.findIndex(({ id }) => id === at.size_id),
  ];
  const pasted = new Map<number, unknown>();
  for (const [y, row] of readBlock(text).entries())
    for (const [x, typed] of row.entries()) {
      const [color, size] = [colors[down + y]?.id, sizes[across + x]?.id];
      const cell = cells.find((one) => one.color_id === color && one.size_id === size);
      if (cell?.enabled) pasted.set(cell.sku_id, typed === '' ? null : (field.kind.parse(typed, field) ?? typed));
    }
  return pasted;
}

/** The lines of a form that the matrix holds, by their goods. */
export const linesByGoods = (of: MatrixFields, { rows }: FormLines): ReadonlyMap<number, FormLine> =>
  new Map(
    rows.flatMap((row) =>
      typeof row.values[of.goods] === 'number' && isUsual(of, row)
        ? [[row.values[of.goods] as number, row] as const]
        : [],
    ),
  );

const isUsual = ({ usual = {} }: MatrixFields, { values }: FormLine): boolean =>
  Object.entries(usual).every(([name, value]) => (values[name] ?? value) === value);

/** The sum of the figures among some values; what is no figure counts nothing. */
export const sumOfCells = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0);

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '' || value === 0;
