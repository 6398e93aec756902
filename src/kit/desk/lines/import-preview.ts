import { headingOf, type LineSheet, type SheetRow } from '#contract/areas/tasks/line-sheet.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { faceOfRow, type PreviewRow, type RowChange } from '#src/engine/bulk/preview-row.ts';
import type { FormLine } from '#src/engine/form/lines.ts';
import type { Values } from '#src/engine/row.ts';
import type { KeptSheet } from '../bulk/row-preview.tsx';
import { fieldText } from '../field-text.ts';

/** What rows came to: lines of goods with the values that they are to have, and why others are none. `row` counts the rows asked about from 1. */
export interface ReadLines {
  readonly lines: readonly {
    readonly row: number;
    readonly sku_id: number;
    readonly shown: Values;
    readonly values: Values;
  }[];
  readonly errors: readonly { readonly row: number; readonly words: string }[];
}

/** The field of a line, or what follows from it, by which one that is there already is known; none where each row is a line. */
export type Known = string | ((line: Values) => unknown) | null;

/** What an import would do to a form: every row with what it would change or why it is left out, and the changes themselves. */
export interface ImportOutcome {
  readonly rows: readonly PreviewRow[];
  readonly changes: ReadonlyMap<string, Values>;
  readonly fresh: readonly Values[];
}

/**
 * Holds what rows came to against the lines of a form: a line whose mark `known` is there already is changed where it differs, every other one
 * is added. Labels are those of the form's line fields, texts by their kinds; rows have the places of the sheet that they were read from.
 */
export function importOutcome(
  { definition, lines }: { definition: AnyDefinition; lines: readonly FormLine[] },
  { asked, read, known }: { asked: readonly SheetRow[]; read: ReadLines; known: Known },
): ImportOutcome {
  const markOf = (line: Values) => (typeof known === 'function' ? known(line) : line[known ?? '']);
  const present = new Map(known === null ? [] : lines.map((line) => [markOf(line.values), line] as const));
  const changes = new Map<string, Values>();
  const fresh: Values[] = [];
  const at = (row: number) => ({ id: row, row: asked[row - 1]?.row ?? row });
  const taken = read.lines.map(({ row, sku_id, shown, values }): PreviewRow => {
    const line = present.get(markOf({ sku_id, ...values }));
    const preview = {
      ...at(row),
      name: String(shown['sku_id__hint'] ?? ''),
      hint: String(shown[titleKey('sku_id')] ?? ''),
      changes: changesOf(definition, line?.values ?? {}, { ...shown, ...values }),
      fresh: line === undefined,
      words: null,
    };
    if (!line) fresh.push({ sku_id, ...shown, ...values });
    else if (faceOfRow(preview) === 'taken') changes.set(line.key, values);
    return preview;
  });
  const left = read.errors.map(
    ({ row, words }): PreviewRow => ({
      ...at(row),
      name: '',
      hint: asked[row - 1]?.cells[0] ?? '',
      changes: [],
      words: inSheet(words, asked),
    }),
  );
  return { rows: [...taken, ...left].sort((one, other) => one.row - other.row), changes, fresh };
}

/** Rows that are named in words, by the places that the sheet itself has them in: headings and empty rows are not asked about. */
function inSheet(words: string, asked: readonly SheetRow[]): string {
  return words.replace(/第 (\d+) 行/g, (said, row: string) => {
    const place = asked[Number(row) - 1]?.row;
    return place === undefined ? said : `第 ${place} 行`;
  });
}

/** The sheet as it was given, every column of it; under the labels of ours where it came without a heading. */
export function keptSheet(sheet: LineSheet | undefined, rows: readonly (readonly string[])[]): KeptSheet {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const labels = sheet?.columns.map(({ label }) => label) ?? [];
  const heading = (sheet && headingOf(sheet, rows)) ?? labels;
  return {
    heading: Array.from({ length: Math.max(width, heading.length) }, (_, at) => heading[at] ?? ''),
    cellsOf: ({ row }) => rows[row - 1] ?? [],
  };
}

function changesOf({ lines }: AnyDefinition, before: Values, after: Values): RowChange[] {
  const fields = Object.entries(lines?.fields ?? {}).filter(([name]) => name in after);
  return fields.flatMap(([name, field]) => {
    const change = {
      label: field.label,
      before: textOf(field, name, before),
      after: textOf(field, name, after),
      unit: field.kind.unit,
    };
    return change.before === change.after ? [] : [change];
  });
}

// Of a figure that was typed and cannot be read, what was typed.
function textOf(field: Field, name: string, values: Values): string {
  const value = values[name];
  if (typeof value === 'string' && field.kind.align === 'end') return value;
  return fieldText(field, name, values) ?? '';
}
