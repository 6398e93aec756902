import type { ColumnKey, ImportColumn, SheetColumn } from './import-column.ts';
import type { ImportType } from './task.ts';

/** What a kind of import reads. */
export interface ImportForm {
  readonly type: ImportType;
  /** The code of its template (specification §7, `/v1/Excel`; `spu_import` is domain.md §11's name, which has none for the other two). */
  readonly template: string;
  readonly columns: readonly ImportColumn[];
}

/** Which column of a sheet, counted from 0, each known column is. */
export type Mapping = Readonly<Partial<Record<ColumnKey, number>>>;

/** The columns that a template is made of. */
export const templateColumns = ({ columns }: ImportForm): ImportColumn[] => columns.filter(({ untold }) => !untold);

/** Which columns a sheet has, by its heading: the label first, then the aliases in their order, each column once. */
export function guessColumns(form: ImportForm, heading: readonly string[]): Mapping {
  return styled(form, guessEach(form.columns, heading), heading.map(plainHeading));
}

/** The same of any columns, each by itself: the place of each key that the heading names. */
export function guessEach<K extends string>(
  columns: readonly SheetColumn<K>[],
  heading: readonly string[],
): Partial<Record<K, number>> {
  const plain = heading.map(plainHeading);
  const taken = new Set<number>();
  const found: Partial<Record<K, number>> = {};
  for (const column of columns) {
    const index = [column.label, ...column.aliases]
      .map((words) => plain.findIndex((one, place) => one === plainHeading(words) && !taken.has(place)))
      .find((place) => place !== -1);
    if (index === undefined) continue;
    taken.add(index);
    found[column.key] = index;
  }
  return found;
}

// A style's number stands for the code of a list without colours and sizes; where rows differ by these it cannot.
function styled(form: ImportForm, found: Mapping, plain: readonly string[]): Mapping {
  const { code: place, ...others } = found;
  if (place === undefined || found.style !== undefined) return found;
  if (found.color === undefined && found.size === undefined) return found;
  const style = form.columns.find(({ key }) => key === 'style');
  const names = [style?.label, ...(style?.aliases ?? [])].map((words) => plainHeading(words ?? ''));
  return names.includes(plain[place] ?? '') ? { ...others, style: place } : found;
}

/** Must a sheet with this mapping have the column? Lines of orders need their time and quantity as well; a style needs no code. */
export function isRequired({ key, required }: ImportColumn, mapping: Mapping): boolean {
  if (key === 'code' && mapping.style !== undefined) return false;
  const ofLine = key === 'quantity' || key === 'time' || key === 'price';
  return required || (mapping.invoice !== undefined && ofLine);
}

/** The columns that a mapping lacks and the import cannot do without. */
export function missingColumns(form: ImportForm, mapping: Mapping): ImportColumn[] {
  return form.columns.filter((column) => mapping[column.key] === undefined && isRequired(column, mapping));
}

function plainHeading(words: string): string {
  return words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\uFEFF_\-.:*()[\]/\\]+/g, '');
}
