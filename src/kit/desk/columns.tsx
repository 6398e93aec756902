import type { ReactNode } from 'react';
import { fieldOf } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import { shownNames } from '#contract/kit/mask.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { fieldText } from './field-text.ts';
import { lookOf } from './kinds/index.ts';
import { RecordLink } from './record-link.tsx';
import { StatusOf } from './status-tag.tsx';

/** One column of a table, generated or written by hand: a reader cannot tell. */
export interface Column<R = Row> {
  readonly name: string;
  readonly label: string;
  /** Pixels; every column has them, because virtual tables and their fixed columns need numbers (ecosystem T11). */
  readonly width: number;
  readonly align?: 'end' | undefined;
  readonly sortable?: boolean;
  render(row: R): ReactNode;
  /** The same as text, for a sheet or a filter; what is drawn by default. */
  text?(row: R): string | undefined;
}

/** Columns of a definition by field name; a column written by hand passes through. Those named none: the definition's. */
export function columnsOf(
  definition: AnyDefinition,
  wanted: readonly (string | Column)[] = definition.list.columns,
): Column[] {
  const sortable = new Set(['id', ...definition.list.sort.map((name) => name.replace(/^-/, ''))]);
  const ordered = wanted === definition.list.columns ? figuresFirst(definition, definition.list.columns) : wanted;
  const columns = shownOf(definition, ordered).map((name) =>
    typeof name === 'string' ? { ...columnOf(definition, name), sortable: sortable.has(name) } : name,
  );
  return statusInView(definition, columns);
}

/** What people look for stands left: after whom or what a record is about its quantities and money, then the rest as it was declared. */
function figuresFirst(definition: AnyDefinition, names: readonly string[]): string[] {
  if (!definition.states) return [...names];
  const kindOf = (name: string) => fieldOf(definition, name);
  const title = names.filter((name) => name === definition.title);
  const about = names.filter((name) => !title.includes(name) && kindOf(name).target !== undefined).slice(0, 1);
  const lead = [...title, ...about];
  const figures = names.filter((name) => !lead.includes(name) && kindOf(name).kind.align === 'end');
  return [...lead, ...figures, ...names.filter((name) => !lead.includes(name) && !figures.includes(name))];
}

// How a record stands is read with its title, however narrow the window.
function statusInView(definition: AnyDefinition, columns: readonly Column[]): Column[] {
  const status = columns.find(({ name }) => name === 'status');
  const others = columns.filter((column) => column !== status);
  const title = others.findIndex(({ name }) => name === definition.title);
  return status ? others.toSpliced(Math.max(title, 0) + 1, 0, status) : others;
}

/** Columns of a record's lines. */
export function lineColumnsOf(definition: AnyDefinition, wanted?: readonly (string | Column)[]): Column[] {
  const fields = definition.lines?.fields ?? {};
  return shownOf(definition, wanted ?? Object.keys(fields)).map((name) =>
    typeof name === 'string' ? columnOfField(fields, name) : name,
  );
}

// A page may name a column that stands behind a key: it is left out for whoever lacks the key.
function shownOf(definition: AnyDefinition, wanted: readonly (string | Column)[]): (string | Column)[] {
  return wanted.filter((name) => typeof name !== 'string' || shownNames(definition, [name]).length > 0);
}

function columnOf(definition: AnyDefinition, name: string): Column {
  const column = columnOfField({ [name]: fieldOf(definition, name) }, name);
  if (name === 'status')
    return {
      ...column,
      width: Math.max(92, longestState(definition) * 13 + 32),
      render: (row) => <StatusOf definition={definition} status={row.status} />,
      text: ({ status }) => definition.states?.[Number(status)]?.[0] ?? column.text?.({ id: 0, status }),
    };
  return name === definition.title ? { ...column, width: Math.max(column.width, 168) } : column;
}

/** Characters of the longest name of a state: as wide as it is tall each. */
function longestState({ states = {} }: AnyDefinition): number {
  return Math.max(0, ...Object.values(states).map(([label]) => label.length));
}

function columnOfField(fields: Fields, name: string): Column {
  const field = fields[name];
  if (!field) throw new Error(`no field ${name}`);
  const look = lookOf(field);
  const { cell } = look;
  const width = look.widthFor?.(field) ?? look.width;
  return {
    name,
    label: field.label,
    width: Math.max(width, field.label.length * 15 + 44),
    align: field.kind.align,
    render: (row: Values) =>
      name === 'source_no' && typeof row.source_type === 'string' && typeof row.source_id === 'number' ? (
        <RecordLink name={row.source_type} id={row.source_id} no={String(row[name] ?? '')}>
          {String(row[name] ?? '')}
        </RecordLink>
      ) : (
        cell({ value: row[name], field, name, record: row })
      ),
    text: (row: Values) => fieldText(field, name, row),
  };
}
