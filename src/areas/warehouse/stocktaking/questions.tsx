import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { sku } from '#contract/areas/goods/sku.ts';
import { decideExceptionCall, type SheetException } from '#contract/areas/warehouse/count-entry.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { reference } from '#contract/kit/kinds/reference.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row } from '#src/engine/row.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { type Command, useCommand } from '#src/engine/use-command.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { Content } from '#src/kit/desk/faces.tsx';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { StatusTag } from '#src/kit/desk/status-tag.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { useProgress } from './use-progress.ts';

type Question = Row & SheetException;

/** Unknown barcodes and late counts of a sheet: each wants a word from somebody who reviews it. */
export function Questions({ id }: { id: number }) {
  const reading = useProgress(id);
  const { progress } = reading;
  const [asked, setAsked] = useState<Question[]>([]);
  const command = useCommand<{ count: number }>(stocktaking);
  const mayDecide = useAllowed('stocktaking:review') && (progress?.status ?? 0) >= 1 && (progress?.status ?? 0) <= 3;
  if (!progress) return <Content of={reading}>{null}</Content>;
  const rows = progress.exceptions.map((one) => ({ ...one, id: one.count_id }));
  // One decision for every scan of the same barcode: it is the same piece of cloth each time.
  const alike = (row: Question) =>
    rows.filter(
      (one) =>
        one.barcode === row.barcode &&
        one.outcome === row.outcome &&
        whyNotCounted(one) === whyNotCounted(row) &&
        !one.decided,
    );
  return (
    <Content of={reading}>
      <DataTable<Question>
        name="stocktaking-questions"
        label="未知与迟到"
        columns={columns}
        rows={rows}
        height={420}
        rowActions={(row) =>
          mayDecide && !row.decided
            ? [{ key: 'decide', label: '处理', disabled: command.running, run: () => setAsked(alike(row)) }]
            : []
        }
      />
      {asked.length > 0 && (
        <Decision
          id={id}
          questions={asked}
          command={command}
          onDone={() => {
            command.giveUp();
            setAsked([]);
          }}
        />
      )}
    </Content>
  );
}

const columns: Column<Question>[] = [
  {
    name: 'outcome',
    label: '类别',
    width: 90,
    render: (row) => (
      <StatusTag tone={row.outcome === 'late' ? 'waiting' : 'refused'}>
        {row.outcome === 'late' ? '迟到' : '未知条码'}
      </StatusTag>
    ),
  },
  { name: 'barcode', label: '条码', width: 180, render: (row) => row.barcode },
  { name: 'zone', label: '库区', width: 80, render: (row) => row.zone },
  { name: 'qty', label: '数量', width: 80, align: 'end', render: (row) => (row.kind === 'void' ? '撤销' : row.qty) },
  { name: 'counter', label: '盘点人', width: 100, render: (row) => row.counter_name },
  { name: 'counted_at', label: '盘点时间', width: 150, render: (row) => printTime(row.counted_at) },
  { name: 'reason', label: '原因', width: 200, render: (row) => row.reason },
  {
    name: 'decided',
    label: '处理结果',
    width: 260,
    render: (row) =>
      row.decided && `${row.decided.sku_no ?? `不计入：${row.decided.reason ?? ''}`}（${row.decided.decided_by_name}）`,
  },
];

/** Why a question cannot be answered by counting it; undefined where it can. */
function whyNotCounted({ kind, timely }: Question): string | undefined {
  if (kind === 'void') return '这条撤销到达时库区已关闭，只能注明原因，或要求复盘。';
  return timely ? undefined : '设备时间早于本轮盘点开始，不知何时盘点，只能注明原因，或要求复盘。';
}

const wanted = reference(() => sku, '货品');

interface DecisionProps {
  id: number;
  questions: Question[];
  /** That of the list, which rests until the questions have been read again. */
  command: Command<{ count: number }>;
  onDone(): void;
}

/** Says what the barcode is, or sets it aside with a reason. */
function Decision({ id, questions, command, onDone }: DecisionProps) {
  const [values, setValues] = useState<Record<string, unknown>>({});
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState('');
  const toast = useToast();
  const [first] = questions;
  const refused = first && whyNotCounted(first);
  const decide = async (choice: { sku_id: number } | { reason: string }) => {
    const sent = await command.run(decideExceptionCall, {
      id,
      count_ids: questions.map((one) => one.count_id),
      ...choice,
    });
    if (!sent.ok) return setWrong(wordsOf(sent.failure));
    toast.good('reason' in choice ? '已记为不计入' : '已计入所选货品');
    onDone();
  };
  const chosen = values.sku_id as number | undefined;
  return (
    <Modal open title={`${first?.barcode ?? ''} · ${questions.length} 条`} footer={null} onCancel={onDone}>
      {!refused && (
        <>
          <FieldRow
            id="decide-sku"
            name="sku_id"
            field={wanted}
            values={values}
            onChange={(name, value, shown) => setValues({ ...values, [name]: value, ...shown })}
            autoFocus
          />
          <Button
            type="primary"
            disabled={!chosen}
            loading={command.running}
            onClick={() => void decide({ sku_id: chosen ?? 0 })}
          >
            计入此货品
          </Button>
        </>
      )}
      <p className="desk-hint">{refused ?? '或者不计入，并写明原因：'}</p>
      <Input
        aria-label="不计入的原因"
        placeholder="例如：展示道具，不是货品"
        maxLength={limits.reason}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button
        style={{ marginTop: 8 }}
        disabled={reason.trim().length < limits.reasonLeast}
        loading={command.running}
        onClick={() => void decide({ reason: reason.trim() })}
      >
        不计入
      </Button>
      {wrong !== '' && (
        <p className="desk-wrong" role="alert">
          {wrong}
        </p>
      )}
    </Modal>
  );
}
