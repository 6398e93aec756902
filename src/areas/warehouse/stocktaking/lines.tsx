import { Checkbox, Input, Switch } from 'antd';
import { useState } from 'react';
import { reviewLinesCall } from '#contract/areas/warehouse/count-entry.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row } from '#src/engine/row.ts';
import { useCommand } from '#src/engine/use-command.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { LinesTable } from '#src/kit/desk/lines-table.tsx';
import { useToast } from '#src/kit/desk/toast.ts';

const shown = [
  'sku_id',
  'imperfect_type',
  'book_qty',
  'first_qty',
  'second_qty',
  'move_qty',
  'final_qty',
  'diff_qty',
  'counted_at',
  'ambiguity',
] as const;

/** The lines of a sheet: what was found against the book at the instant of counting; differences alone unless asked. */
export function SheetLines({ id, lines, editable }: { id: number; lines: readonly Row[]; editable: boolean }) {
  const counted = lines.some((line) => line.diff_qty !== null);
  const [onlyDifferences, setOnlyDifferences] = useState(counted);
  const toast = useToast();
  const command = useCommand<{ count: number }>(stocktaking);
  // One line changes, one line is sent; the table is read again from the server, which may have refused.
  const keep = async (line: Row, change: { reason?: string | null; recount?: boolean }) => {
    const sent = await command.run(reviewLinesCall, { id, lines: [{ id: line.id, ...change }] });
    if (!sent.ok) {
      command.giveUp();
      toast.bad(wordsOf(sent.failure));
    }
  };
  const columns: (string | Column)[] = [
    ...shown,
    editable ? reasonInput((line, reason) => void keep(line, { reason })) : 'reason',
  ];
  if (editable) columns.push(recountBox((line, recount) => void keep(line, { recount })));
  return (
    <LinesTable
      definition={stocktaking}
      lines={lines}
      columns={columns}
      keep={
        onlyDifferences
          ? (line) => line.diff_qty !== 0 || Number(line.ambiguity) > 0 || line.recount === true
          : undefined
      }
      tools={
        <span className="desk-hint">
          <Switch size="small" aria-label="仅看差异" checked={onlyDifferences} onChange={setOnlyDifferences} /> 仅看差异
        </span>
      }
      height={460}
    />
  );
}

function reasonInput(onKeep: (line: Row, reason: string | null) => void): Column {
  return {
    name: 'reason',
    label: '差异原因',
    width: 220,
    render: (line) => <ReasonInput key={String(line.reason)} line={line} onKeep={onKeep} />,
  };
}

function ReasonInput({ line, onKeep }: { line: Row; onKeep(line: Row, reason: string | null): void }) {
  const before = (line.reason as string | null) ?? '';
  const [typed, setTyped] = useState(before);
  const keep = () => {
    const text = typed.trim();
    if (text === before || text.length === 1) return;
    onKeep(line, text === '' ? null : text);
  };
  return (
    <Input
      size="small"
      aria-label="差异原因"
      maxLength={limits.reason}
      status={typed.trim().length === 1 ? 'error' : ''}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={keep}
      onPressEnter={keep}
    />
  );
}

function recountBox(onKeep: (line: Row, recount: boolean) => void): Column {
  return {
    name: 'recount',
    label: '复盘',
    width: 76,
    render: (line) => (
      <Checkbox
        aria-label="要求复盘"
        checked={line.recount === true}
        disabled={Number(line.ambiguity) > 0}
        onChange={(event) => onKeep(line, event.target.checked)}
      />
    ),
  };
}
