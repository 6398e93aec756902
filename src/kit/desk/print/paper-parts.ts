import type { StyleGrid } from '#contract/areas/goods/style-grid.ts';
import { allFields } from '#contract/kit/base-fields.ts';
import type { AuditRow } from '#contract/kit/calls.ts';
import { isVisible, pendingWords } from '#contract/kit/conditions.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field, Fields } from '#contract/kit/field.ts';
import { isGiven } from '#contract/kit/given.ts';
import { moneyInWords } from '#contract/kit/kinds/money-words.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import type { PrintedLines, PrintFormat } from '#contract/kit/printing.ts';
import { historySteps, verdict } from '#contract/kit/transition.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { fieldText } from '../field-text.ts';
import { sumOf } from '../sum-of.ts';

/** One field above the lines, in words. */
export interface PaperFact {
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

/** One column of the lines. */
export interface PaperColumn {
  readonly name: string;
  readonly label: string;
  /** Figures stand on the right. */
  readonly end: boolean;
  text(line: Values): string;
}

/**
 * The head of a paper: the fields of its format, and how the document stands, so that a draft is not taken for what it may
 * become. `seen` is the definition as whoever prints knows it. What only the server sets and has not set yet says nothing.
 */
export function factsOf(
  seen: AnyDefinition,
  { head, inWords, inFours = [] }: Pick<PrintFormat, 'head' | 'inWords' | 'inFours'>,
  record: Row,
): PaperFact[] {
  const fields = allFields(seen);
  return [...head, ...(seen.states ? ['status'] : [])].flatMap((name) => {
    const field = fields[name];
    if (!field || !isVisible(field, record)) return [];
    const text = textOf(field, name, record);
    if (text === '' && field.derived) return [];
    const said = inFours.includes(name) ? text.replace(/(.{4})(?=.)/g, '$1 ') : text;
    const fact = { name, label: field.label, text: said || '—' };
    const amount = name === inWords ? record[name] : undefined;
    return typeof amount === 'number'
      ? [fact, { name: `${name} in words`, label: `${field.label}(大写)`, text: moneyInWords(amount) }]
      : [fact];
  });
}

/** Somebody who passed the document, and when. */
export interface PaperPass {
  readonly label: string;
  readonly who: string;
  readonly at: string;
}

/** Who has passed the document as it stands: of its history, the passes since it was last submitted or changed. */
export function passesOf(definition: AnyDefinition, record: Row): PaperPass[] {
  const { approvals, renewals } = historySteps(definition);
  let passes: PaperPass[] = [];
  for (const { action, label, result, admin_name: who, at } of (record['audit'] ?? []) as readonly AuditRow[]) {
    if (renewals.includes(action)) passes = [];
    else if (approvals.includes(action) && result !== verdict.reject && who !== null)
      passes = [...passes, { label, who, at: printTime(at) }];
  }
  return passes;
}

/** The columns of a table that this person may see and that these lines have. */
export function columnsOf(
  seen: AnyDefinition,
  { columns }: Pick<PrintedLines, 'columns'>,
  { record, lines }: { record: Row; lines: readonly Row[] },
): PaperColumn[] {
  const fields: Fields = seen.lines?.fields ?? {};
  return columns.flatMap((name) => {
    const field = fields[name];
    if (!field || (field.visible && !lines.some((line) => isVisible(field, line, record)))) return [];
    return [{ name, label: field.label, end: field.kind.align === 'end', text: (line) => textOf(field, name, line) }];
  });
}

/** What stands under the columns that are summed, by their names. */
export function sumsOf(
  seen: AnyDefinition,
  { sums = [] }: Pick<PrintedLines, 'sums'>,
  lines: readonly Row[],
): Readonly<Record<string, string>> {
  const fields: Fields = seen.lines?.fields ?? {};
  const sum = sumOf(lines, sums);
  return Object.fromEntries(
    sums.flatMap((name) => {
      const field = fields[name];
      if (!field) return [];
      // Of what nobody knows yet there is no sum.
      const words = lines.map((line) => pendingWords(field, line));
      const [pending] = words;
      const said = words.every((one) => one !== undefined) && pending !== undefined ? pending : undefined;
      return [[name, said ?? told(field, sum[name])]];
    }),
  );
}

/** One style of a paper: the colours and sizes of it that stand in some line, and the lines of a colour, of a size, of both, or all. */
export interface PaperStyle {
  readonly grid: StyleGrid;
  readonly colors: StyleGrid['colors'];
  readonly sizes: StyleGrid['sizes'];
  linesOf(color?: number, size?: number): readonly Row[];
}

/** Lines by the styles of their goods; undefined while one of the goods is of none of them. */
export function crossOf(grids: readonly StyleGrid[], lines: readonly Row[]): PaperStyle[] | undefined {
  const parts = grids.map((grid): PaperStyle => {
    const cells = new Map(grid.cells.map((cell) => [cell.sku_id, cell]));
    const own = lines.flatMap((line) => {
      const cell = cells.get(Number(line['sku_id']));
      return cell ? [{ line, cell }] : [];
    });
    return {
      grid,
      colors: grid.colors.filter(({ id }) => own.some(({ cell }) => cell.color_id === id)),
      sizes: grid.sizes.filter(({ id }) => own.some(({ cell }) => cell.size_id === id)),
      linesOf: (color, size) =>
        own
          .filter(({ cell }) => (color ?? cell.color_id) === cell.color_id && (size ?? cell.size_id) === cell.size_id)
          .map(({ line }) => line),
    };
  });
  const known = parts.reduce((count, part) => count + part.linesOf().length, 0);
  return known === lines.length ? parts.filter(({ linesOf }) => linesOf().length > 0) : undefined;
}

// A reference whose title the reader may not know is told by its id, as everywhere.
function textOf(field: Field, name: string, values: Values): string {
  const value = values[name];
  if (!isGiven(value)) return '';
  if (field.kind.tell) return pendingWords(field, values) ?? told(field, value);
  return fieldText(field, name, values) ?? `#${String(value)}`;
}

const told = (field: Field, value: unknown): string => field.kind.tell?.(value) ?? field.kind.print(value, field);
