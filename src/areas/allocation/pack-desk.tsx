import { Button, InputNumber, Table } from 'antd';
import { useMemo, useState } from 'react';
import { allotOut } from '#contract/areas/allocation/allot-out.ts';
import { type Taken, transitionCall } from '#contract/kit/calls.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import type { DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { LeaveDialog } from '#src/kit/desk/leave-dialog.tsx';
import { ScanField } from '#src/kit/desk/scan-field.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { UnknownOutcome } from '#src/kit/desk/unknown-outcome.tsx';
import { byPieces, leftOf, type Packable, type Put, restInto, scannedInto, withPut } from './pack-lines.ts';
import type { Scannable } from './scan-codes.ts';

interface PackDeskProps {
  record: DetailRow;
  codes: ReadonlyMap<string, Scannable>;
  about: readonly { readonly name: string }[];
  onDone(): void;
  /** Somebody else was quicker: the document is to be read again; what is in the cartons here stays. */
  onStale(): void;
}

const pack = transitionCall(allotOut, 'pack');

/** Puts what was picked into cartons: by scanner into the open one, all of it at once, or so many pieces to each. */
export function PackDesk({ record, codes, about, onDone, onStale }: PackDeskProps) {
  const toast = useToast();
  const command = useCommand<Taken>(about);
  const [puts, setPuts] = useState<readonly Put[]>([]);
  const [carton, setCarton] = useState(1);
  const [pieces, setPieces] = useState<number | null>(null);
  const [last, setLast] = useState<string>();
  const held = useDirtyGuard(puts.length > 0);
  const rows = useMemo(() => new Map((record.lines ?? []).map((line) => [line.id, line])), [record.lines]);
  const lines = useMemo(
    () =>
      (record.lines ?? []).flatMap((line): Packable[] =>
        Number(line.pick_qty) > 0 ? [{ id: line.id, sku_id: Number(line.sku_id), picked: Number(line.pick_qty) }] : [],
      ),
    [record.lines],
  );
  const left = lines.reduce((sum, line) => sum + leftOf(line, puts), 0);
  const nameOf = (line: number) => String(rows.get(line)?.[titleKey('sku_id')] ?? '');
  const resting = command.running || command.unknown;

  const scan = (code: string) => {
    const goods = codes.get(code)?.goods;
    const next = goods === undefined ? undefined : scannedInto(lines, puts, { goods, carton });
    if (!next) return toast.bad(goods === undefined ? `此单没有货品 ${code}` : `${code} 已拣的都已装箱`);
    setPuts(next);
    setLast(`${code} 已装入第 ${carton} 箱`);
  };
  const settle = (sent: Awaited<ReturnType<typeof command.run>>) => {
    if (!sent.ok) {
      if (sent.failure.kind === 'refused' && sent.failure.refusal === 'versionConflict') onStale();
      return;
    }
    setPuts([]);
    toast.taken(sent.value, '已装箱');
    onDone();
  };
  const send = async () =>
    settle(
      await command.run(pack, {
        id: record.id,
        version: Number(record.version),
        lines: inOrder(puts).map(({ line, carton: place, qty }) => ({ line_id: line, carton_place: place, qty })),
      }),
    );
  return (
    <section className="desk-block" aria-label="装箱">
      <ScanField placeholder="扫描货品装入当前箱，回车计 1 件" disabled={resting} last={last} onScan={scan}>
        <div className="desk-field">
          <label htmlFor="pack-carton">当前箱</label>
          <InputNumber
            id="pack-carton"
            min={1}
            max={9999}
            precision={0}
            value={carton}
            disabled={resting}
            onChange={(value) => setCarton(value ?? 1)}
          />
        </div>
      </ScanField>
      <div className="desk-tools">
        <Button
          size="small"
          disabled={resting}
          onClick={() => setCarton(Math.max(0, ...puts.map((put) => put.carton)) + 1)}
        >
          新开一箱
        </Button>
        <Button size="small" disabled={resting || left === 0} onClick={() => setPuts(restInto(lines, puts, carton))}>
          未装的全部装入当前箱
        </Button>
        <InputNumber
          size="small"
          min={1}
          precision={0}
          value={pieces}
          placeholder="每箱件数"
          aria-label="每箱件数"
          disabled={resting}
          onChange={setPieces}
        />
        <Button
          size="small"
          disabled={resting || pieces === null}
          onClick={() => pieces !== null && setPuts(byPieces(lines, pieces))}
        >
          按每箱件数分箱
        </Button>
        <span className="desk-hint">{left > 0 ? `还有 ${grouped(left)} 件未装箱` : '已拣的都已装箱'}</span>
      </div>
      <Table<Put>
        size="small"
        className="desk-sheet"
        rowKey={({ line, carton: place }) => `${place}/${line}`}
        dataSource={inOrder(puts)}
        pagination={false}
        virtual
        scroll={{ x: 560, y: 320 }}
        locale={{ emptyText: '还没有装箱' }}
        columns={[
          { key: 'carton', title: '箱序号', width: 100, dataIndex: 'carton' },
          { key: 'sku', title: '货品', width: 220, render: (_value, { line }) => nameOf(line) },
          {
            key: 'qty',
            title: '装箱数量',
            width: 140,
            render: (_value, put) => (
              <InputNumber
                size="small"
                min={0}
                precision={0}
                value={put.qty}
                disabled={resting}
                aria-label={`第 ${put.carton} 箱 ${nameOf(put.line)} 装箱数量`}
                onChange={(qty) => setPuts(withPut(puts, { ...put, qty: qty ?? 0 }))}
              />
            ),
          },
        ]}
      />
      {command.failure && !command.unknown && (
        <p className="desk-wrong" role="alert">
          {wordsOf(command.failure)}
        </p>
      )}
      {command.unknown && (
        <UnknownOutcome
          failure={command.failure}
          running={command.running}
          onRetry={() => void command.retry().then(settle)}
          onGiveUp={command.giveUp}
        />
      )}
      <footer className="desk-tools">
        <Button
          type="primary"
          loading={command.running}
          disabled={command.unknown || puts.length === 0 || left !== 0}
          onClick={() => void send()}
        >
          装箱
        </Button>
      </footer>
      {held && <LeaveDialog held={held} />}
    </section>
  );
}

const inOrder = (puts: readonly Put[]): Put[] =>
  puts.toSorted((one, other) => one.carton - other.carton || one.line - other.line);
