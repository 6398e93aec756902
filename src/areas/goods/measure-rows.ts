import { type Measure, type MeasureTable, mostMeasure } from '#contract/areas/goods/measures.ts';

/** The measure of a part in a size; undefined where it is not known. */
export const measureAtOf = (rows: readonly Measure[], sizeId: number, part: string): number | undefined =>
  rows.find((one) => one.size_id === sizeId && one.part === part)?.value_mm;

/** The rows with one measure put in its place; null takes it out. */
export function withMeasure(
  rows: readonly Measure[],
  { size_id, part, value_mm }: Omit<Measure, 'value_mm'> & { value_mm: number | null },
): Measure[] {
  const others = rows.filter((one) => one.size_id !== size_id || one.part !== part);
  return value_mm === null ? others : [...others, { size_id, part, value_mm }];
}

interface Pasting {
  readonly table: Pick<MeasureTable, 'parts' | 'sizes'>;
  readonly rows: readonly Measure[];
  /** Cells by tabs and lines, as a spreadsheet copies them. */
  readonly text: string;
  /** The cell that takes the first of them. */
  readonly from: { readonly sizeId: number; readonly part: string };
}

/** The rows with a pasted block in them: what goes over the edge or is no measure is left as it was, an empty cell takes one out. */
export function pasteInto({ table: { parts, sizes }, rows, text, from }: Pasting): Measure[] {
  const top = sizes.findIndex(({ id }) => id === from.sizeId);
  const left = parts.indexOf(from.part);
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  let now = [...rows];
  for (const [down, line] of lines.entries())
    for (const [across, cell] of line.split('\t').entries()) {
      const size = sizes[top + down];
      const part = parts[left + across];
      const typed = cell.trim();
      const value = typed === '' ? null : Number(typed.replace(/,/g, ''));
      const right = value === null || (Number.isInteger(value) && value >= 1 && value <= mostMeasure);
      if (size && part !== undefined && right) now = withMeasure(now, { size_id: size.id, part, value_mm: value });
    }
  return now;
}
