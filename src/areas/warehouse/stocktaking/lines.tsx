import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Switch } from 'antd';
import { useState } from 'react';
import { reviewLinesCall } from '#contract/areas/warehouse/count-entry.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { forget } from '#src/engine/query-keys.ts';
import type { Row } from '#src/engine/row.ts';
import { useCommand } from '#src/engine/use-command.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { LinesTable } from '#src/kit/desk/lines/lines-table.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { useDifferenceCosts } from './difference-costs.ts';
import { ReasonInput } from './reason-input.tsx';
import { useMissingReasons } from './use-missing-reasons.ts';

const counted = ['first_qty', 'second_qty', 'move_qty', 'final_qty', 'counted_at', 'ambiguity'] as const;
const pinned = ['sku_id'];

interface SheetLinesProps {
  id: number;
  warehouseId: number;
  lines: readonly Row[];
  /** The server takes reasons and marks from this person now. */
  editable: boolean;
  /** The review of the lines has passed: they rest until somebody asks to change them. */
  reviewed?: boolean;
  /** The differences have moved the stock. */
  posted?: boolean;
}

/** The lines of a sheet: what was found against the book at the instant of counting; differences alone unless asked. */
export function SheetLines(props: SheetLinesProps) {
  const { id, lines, editable, reviewed = false } = props;
  const costs = useDifferenceCosts(props.warehouseId, lines, !(props.posted ?? false));
  const judged = lines.some((line) => line.diff_qty !== null);
  const [onlyDifferences, setOnlyDifferences] = useState(judged);
  const [reopened, setReopened] = useState(false);
  const editing = editable && (!reviewed || reopened);
  const missing = useMissingReasons(id, lines, editing);
  const toast = useToast();
  const command = useCommand<{ count: number }>(stocktaking);
  const queries = useQueryClient();
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  // One line changes, one line is sent, with the difference that this was said of; the table is read again, refused or not.
  const keep = async (line: Row, change: { reason?: string | null; recount?: boolean }) => {
    const seen = { id: line.id, diff_qty: line.diff_qty as number | null };
    const sent = await command.run(reviewLinesCall, { id, lines: [{ ...seen, ...change }] });
    const isRefused = !sent.ok && sent.failure.kind === 'refused';
    if (change.reason !== undefined)
      setRefused((before) => changed(before, line.id, isRefused ? (change.reason ?? '') : undefined));
    if (sent.ok) return;
    command.giveUp();
    toast.bad(wordsOf(sent.failure));
    if (isRefused) await forget(queries, stocktaking);
  };
  // What is decided stands beside the goods it is decided of.
  const columns: (string | Column)[] = [
    'sku_id',
    'diff_qty',
    ...costs,
    ...(editing
      ? [
          reasonColumn({ refused, missing: missing.ids, onKeep: (line, reason) => void keep(line, { reason }) }),
          recountBox((line, recount) => void keep(line, { recount })),
        ]
      : ['reason']),
    ...(lines.some((line) => Number(line.named_qty) > 0) ? ['named_qty'] : []),
    'imperfect_type',
    'book_qty',
    ...counted,
  ];
  return (
    <>
      {missing.ids.size > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`还有 ${missing.ids.size} 行差异较大，未填写差异原因`}
          action={
            <Button
              size="small"
              onClick={() => {
                setOnlyDifferences(true);
                missing.goToFirst();
              }}
            >
              填写第一行
            </Button>
          }
        />
      )}
      <LinesTable
        definition={stocktaking}
        lines={lines}
        columns={columns}
        pinned={pinned}
        reveal={missing.reveal}
        keep={
          onlyDifferences
            ? (line) => line.diff_qty !== 0 || Number(line.ambiguity) > 0 || line.recount === true
            : undefined
        }
        tools={
          <>
            {editable && reviewed && (
              <Button size="small" onClick={() => setReopened(!reopened)}>
                {reopened ? '结束修改' : '修改原因和复盘标记'}
              </Button>
            )}
            <span className="desk-hint">
              <Switch size="small" aria-label="仅看差异" checked={onlyDifferences} onChange={setOnlyDifferences} />{' '}
              仅看差异
            </span>
          </>
        }
        height={460}
      />
    </>
  );
}

interface ReasonColumn {
  refused: ReadonlyMap<number, string>;
  missing: ReadonlySet<number>;
  onKeep(line: Row, reason: string | null): void;
}

function reasonColumn({ refused, missing, onKeep }: ReasonColumn): Column {
  return {
    name: 'reason',
    label: '差异原因',
    width: 220,
    render: (line) => (
      <ReasonInput
        key={String(line.reason)}
        line={line}
        refused={refused.get(line.id)}
        missing={missing.has(line.id)}
        onKeep={(reason) => onKeep(line, reason)}
      />
    ),
  };
}

function changed(
  texts: ReadonlyMap<number, string>,
  id: number,
  text: string | undefined,
): ReadonlyMap<number, string> {
  const others = [...texts].filter(([one]) => one !== id);
  return new Map(text === undefined ? others : [...others, [id, text]]);
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
