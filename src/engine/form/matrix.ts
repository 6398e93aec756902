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
}

/**
 * The fields by which lines can be filled in by colour and size: each piece of goods once, with one quantity, and nothing else that must
 * be said. Undefined of lines that say more.
 */
export function matrixFields(definition: AnyDefinition): MatrixFields | undefined {
  const [goods, ...more] = definition.lines?.unique ?? [];
  const fields = Object.entries(settableLineFields(definition));
  const asked = fields.filter(([name, { required }]) => required !== undefined && required !== false && name !== goods);
  const [quantity] = asked;
  if (goods === undefined || more.length > 0 || asked.length !== 1 || !quantity) return undefined;
  const [qty, { kind }] = quantity;
  const isGoods = definition.lines?.fields[goods]?.target?.().name === 'sku';
  return isGoods && kind.name === 'quantity' ? { goods, qty } : undefined;
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
  { goods, qty }: MatrixFields,
  lines: FormLines,
  { cells, named }: { cells: CellValues; named: ReadonlyMap<number, { title: string; hint: string }> },
): LineWork {
  const changes = new Map<string, Values>();
  const removed = new Set<string>();
  const there = new Set<unknown>();
  for (const { key, values } of lines.rows) {
    const id = values[goods] as number;
    if (!cells.has(id)) continue;
    there.add(id);
    const value = cells.get(id);
    if (isNothing(value)) removed.add(key);
    else if (value !== values[qty]) changes.set(key, { [qty]: value });
  }
  const added = [...cells].flatMap(([id, value]) => {
    if (there.has(id) || isNothing(value)) return [];
    const { title = null, hint = null } = named.get(id) ?? {};
    return [{ [goods]: id, [titleKey(goods)]: title, [`${goods}__hint`]: hint, [qty]: value }];
  });
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

/** The lines of a form by their goods. */
export const linesByGoods = ({ goods }: MatrixFields, { rows }: FormLines): ReadonlyMap<number, FormLine> =>
  new Map(rows.flatMap((row) => (typeof row.values[goods] === 'number' ? [[row.values[goods], row] as const] : [])));

/** The sum of the figures among some values; what is no figure counts nothing. */
export const sumOfCells = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0);

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '' || value === 0;
