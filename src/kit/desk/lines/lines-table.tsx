import { Input } from 'antd';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import type { Row } from '#src/engine/row.ts';
import { useSeen } from '#src/engine/use-seen.ts';
import { type Column, lineColumnsOf } from '../columns.tsx';
import { fieldText } from '../field-text.ts';
import { DataTable } from '../list/data-table.tsx';

export interface LinesTableProps {
  definition: AnyDefinition;
  lines: readonly Row[];
  columns?: readonly (string | Column)[] | undefined;
  /** A filter of the page's own beside the text: 仅看差异. */
  keep?: ((line: Row) => boolean) | undefined;
  /** Beside the text filter: the switch of `keep`, buttons. */
  tools?: ReactNode;
  height?: number;
  /** Columns that stay in sight when the others are moved sideways. */
  pinned?: readonly string[] | undefined;
  reveal?: { readonly id: number } | undefined;
}

/** The lines of a record with a filter of their own, over what a person reads in them. */
export function LinesTable({
  definition: declared,
  lines,
  columns,
  keep,
  tools,
  height = 420,
  pinned,
  reveal,
}: LinesTableProps) {
  const definition = useSeen(declared);
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed.trim().toLowerCase());
  const shownColumns = useMemo(() => lineColumnsOf(definition, columns), [definition, columns]);
  const texts = useMemo(() => lines.map((line) => textOf(definition, line)), [definition, lines]);
  const shown = lines.filter(
    (line, index) => (keep?.(line) ?? true) && (wanted === '' || texts[index]?.includes(wanted)),
  );
  return (
    <DataTable
      name={`${definition.name}-lines`}
      label={definition.lines?.label ?? ''}
      columns={shownColumns}
      rows={shown}
      height={height}
      pinned={pinned}
      reveal={reveal}
      tools={
        <>
          <span className="desk-hint">
            {shown.length === lines.length
              ? `共${grouped(lines.length)}条`
              : `${grouped(shown.length)}/${grouped(lines.length)}条`}
          </span>
          {tools}
          <Input
            size="small"
            className="desk-line-filter"
            allowClear
            placeholder="筛选明细"
            aria-label="筛选明细"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </>
      }
    />
  );
}

// What a person reads: titles and hints of references, everything else as its kind prints it.
function textOf(definition: AnyDefinition, line: Row): string {
  const parts = Object.entries(definition.lines?.fields ?? {}).map(
    ([name, field]) => fieldText(field, name, line) ?? '',
  );
  return parts.join(' ').toLowerCase();
}
