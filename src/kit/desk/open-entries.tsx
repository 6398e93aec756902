import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { imperfectType } from '#contract/areas/enums.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import type { Call } from '#contract/kit/call.ts';
import { reference } from '#contract/kit/kinds/reference.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { type Command, useCommand } from '#src/engine/use-command.ts';
import { useRead } from '#src/engine/use-read.ts';
import type { Column } from './columns.tsx';
import { FieldRow } from './field-row.tsx';
import { DataTable } from './list/data-table.tsx';
import { StatusTag } from './status-tag.tsx';
import { useToast } from './toast.ts';

/** A scan of a tablet that counts for nothing until somebody decides what it is. */
interface Open {
  op_id: string;
  outcome: 'unknown' | 'late';
  kind: string;
  reason: string;
  barcode: string;
  sku_id: number | null;
  goods: string | null;
  imperfect_type: number;
  qty: number;
  counted_at: string;
  counter_name: string;
}
interface Device {
  device_id: string;
  counter_name: string;
  unsent: number;
  reported_at: string;
}
interface Counter {
  device_id: string;
  counter_name: string;
  done_at: string | null;
  counted_at: string;
}
type Deciding = { id: number; op_ids: string[]; sku_id?: number | undefined; reason?: string | undefined };
type Entry = Row & Open;

interface OpenEntriesProps {
  id: number;
  /** Names what is chosen of the table's columns. */
  name: string;
  title: string;
  /** What is asked again once one is decided. */
  about: { readonly name: string };
  calls: {
    open: Call<{ id: number }, { list: Open[]; devices: Device[]; counters?: Counter[] }>;
    decide: Call<Deciding, { count: number }>;
  };
}

/**
 * What tablets sent of a document and nobody could count: each wants a word before the document goes on. With it who counts and who is done.
 * Nothing where there is none.
 */
export function OpenEntries({ id, name, title, about, calls }: OpenEntriesProps) {
  const mayUse = useMayUse();
  const read = useRead(about, calls.open, { input: { id }, when: mayUse(calls.open.access) });
  const command = useCommand<{ count: number }>(about);
  const [asked, setAsked] = useState<Entry[]>([]);
  const rows = (read.value?.list ?? []).map((one, place): Entry => ({ ...one, id: place + 1 }));
  const unsent = (read.value?.devices ?? []).filter((device) => device.unsent > 0);
  const counters = read.value?.counters ?? [];
  if (rows.length === 0 && unsent.length === 0 && counters.length === 0) return null;
  // One decision for every scan of the same code: it is the same piece each time.
  const alike = (row: Entry) =>
    rows.filter(
      ({ barcode, outcome, kind }) => barcode === row.barcode && outcome === row.outcome && kind === row.kind,
    );
  return (
    <section className="desk-block">
      <h2>{title}</h2>
      {counters.map(({ device_id, counter_name, done_at, counted_at }) => (
        <p key={`${device_id} ${counter_name}`} className="desk-hint">
          {done_at === null
            ? `${counter_name} 还在清点（最近 ${printTime(counted_at)}）`
            : `${counter_name} 已点完交回（${printTime(done_at)}）`}
        </p>
      ))}
      {unsent.map((device) => (
        <p key={device.device_id} className="desk-hint">
          {`${device.counter_name} 的平板还有 ${device.unsent} 条未发送（${printTime(device.reported_at)} 报告）`}
        </p>
      ))}
      {rows.length > 0 && (
        <DataTable<Entry>
          name={name}
          label="待认定的扫描"
          columns={columns}
          rows={rows}
          height={240}
          rowActions={(row) =>
            mayUse(calls.decide.access)
              ? [{ key: 'decide', label: '处理', disabled: command.running, run: () => setAsked(alike(row)) }]
              : []
          }
        />
      )}
      {asked.length > 0 && (
        <Decision
          id={id}
          entries={asked}
          command={command}
          call={calls.decide}
          onDone={() => {
            command.giveUp();
            setAsked([]);
          }}
        />
      )}
    </section>
  );
}

const columns: Column<Entry>[] = [
  {
    name: 'outcome',
    label: '类别',
    width: 90,
    render: ({ outcome }) => (
      <StatusTag tone={outcome === 'late' ? 'waiting' : 'refused'}>
        {outcome === 'late' ? '迟到' : '未知条码'}
      </StatusTag>
    ),
  },
  { name: 'barcode', label: '条码', width: 180, render: ({ barcode }) => barcode },
  { name: 'goods', label: '货品', width: 200, render: ({ goods }) => goods },
  {
    name: 'imperfect_type',
    label: '品级',
    width: 90,
    // What it is for stands in brackets: a column needs its first word alone.
    render: (row) =>
      (imperfectType as Readonly<Record<number, string>>)[row.imperfect_type]?.replace(/\(.*\)$/, '') ?? '',
  },
  { name: 'qty', label: '数量', width: 80, align: 'end', render: ({ kind, qty }) => (kind === 'void' ? '撤销' : qty) },
  { name: 'counter', label: '清点人', width: 100, render: ({ counter_name }) => counter_name },
  { name: 'counted_at', label: '清点时间', width: 150, render: ({ counted_at }) => printTime(counted_at) },
  { name: 'reason', label: '原因', width: 240, render: ({ reason }) => reason },
];

const wanted = reference(() => sku, '货品');

interface DecisionProps {
  id: number;
  entries: Entry[];
  command: Command<{ count: number }>;
  call: OpenEntriesProps['calls']['decide'];
  onDone(): void;
}

/** Says which goods a scan is, or sets it aside with a reason. */
function Decision({ id, entries, command, call, onDone }: DecisionProps) {
  const [first] = entries;
  const [values, setValues] = useState<Record<string, unknown>>(
    first?.sku_id ? { sku_id: first.sku_id, sku_id__title: first.goods } : {},
  );
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState('');
  const toast = useToast();
  const chosen = values.sku_id as number | undefined;
  const decide = async (choice: { sku_id: number } | { reason: string }) => {
    const sent = await command.run(call, { id, op_ids: entries.map(({ op_id }) => op_id), ...choice });
    if (!sent.ok) return setWrong(wordsOf(sent.failure));
    toast.good('reason' in choice ? '已记为不计入' : '已计入所选货品');
    onDone();
  };
  return (
    <Modal open title={`${first?.barcode ?? ''} · ${entries.length} 条`} footer={null} onCancel={onDone}>
      {first?.kind === 'add' && (
        <>
          <FieldRow
            id="decide-sku"
            name="sku_id"
            field={wanted}
            values={values}
            onChange={(field, value, shown) => setValues({ ...values, [field]: value, ...shown })}
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
      <p className="desk-hint">{first?.kind === 'add' ? '或者不计入，并写明原因：' : '晚到的撤销只能注明原因：'}</p>
      <Input
        aria-label="不计入的原因"
        placeholder="例如：电脑上清点时已包含"
        maxLength={limits.reason}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
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
