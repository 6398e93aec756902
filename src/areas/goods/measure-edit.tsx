import { Button } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  type Measure,
  type MeasureTable,
  measureCalls,
  measuredStyle,
  mostTables,
} from '#contract/areas/goods/measures.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content } from '#src/kit/desk/faces.tsx';
import { LeaveDialog } from '#src/kit/desk/leave-dialog.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { MeasureGrid } from './measure-grid.tsx';

type Stored = { ok_count: number; errors: { spu_id: number; error: string }[] };
type Tables = ReadonlyMap<number, readonly Measure[]>;

/** The measures of the styles that the address names, one grid below the other, stored together. */
export function Screen() {
  const [params] = useSearchParams();
  const ids = (params.get('spu_ids') ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
  const title = '批量维护商品尺码';
  return ids.length === 0 ? (
    <MissingPage title={title} />
  ) : (
    <Editor key={ids.join()} ids={ids.slice(0, mostTables)} title={title} />
  );
}

function Editor({ ids, title }: { ids: readonly number[]; title: string }) {
  const toast = useToast();
  const command = useCommand<Stored>(measuredStyle);
  const [changed, setChanged] = useState<Tables>(new Map());
  const [wrong, setWrong] = useState<ReadonlyMap<number, string>>(new Map());
  const held = useDirtyGuard(changed.size > 0);
  const save = async () => {
    const items = [...changed].map(([spu_id, rows]) => ({ spu_id, rows: [...rows] }));
    const sent = await (command.unknown ? command.retry() : command.run(measureCalls.saveSeveral, { items }));
    if (!sent.ok) return;
    const refused = new Map(sent.value.errors.map(({ spu_id, error }) => [spu_id, error]));
    setWrong(refused);
    setChanged((now) => new Map([...now].filter(([id]) => refused.has(id))));
    if (sent.value.ok_count > 0) toast.good(`已保存 ${sent.value.ok_count} 个商品的尺码表`);
  };
  const still = command.running || command.unknown;
  return (
    <PageFrame
      title={title}
      extra={
        <Button type="primary" disabled={changed.size === 0} loading={command.running} onClick={() => void save()}>
          {command.unknown ? '重试' : '保存'}
        </Button>
      }
    >
      {command.failure && (
        <p className="desk-wrong" role="alert">
          {wordsOf(command.failure)}
        </p>
      )}
      {ids.map((id) => (
        <OfStyle
          key={id}
          id={id}
          rows={changed.get(id)}
          error={wrong.get(id)}
          disabled={still}
          onChange={(rows) => setChanged((now) => new Map(now).set(id, rows))}
        />
      ))}
      {held && <LeaveDialog held={held} />}
    </PageFrame>
  );
}

interface OfStyleProps {
  id: number;
  /** As they were changed; those that are stored by default. */
  rows: readonly Measure[] | undefined;
  error: string | undefined;
  disabled: boolean;
  onChange(rows: readonly Measure[]): void;
}

function OfStyle({ id, rows, error, disabled, onChange }: OfStyleProps) {
  const read = useRead(measuredStyle, measureCalls.show, { input: { spu_id: id } });
  const table: MeasureTable | undefined = read.value;
  return (
    <section aria-label={table?.name ?? String(id)}>
      <h2 className="desk-section">{table ? `${table.name} ${table.spu_no}` : ''}</h2>
      {error && (
        <p className="desk-wrong" role="alert">
          {error}
        </p>
      )}
      <Content of={read}>
        {table && <MeasureGrid table={table} rows={rows ?? table.rows} onChange={onChange} disabled={disabled} />}
      </Content>
    </section>
  );
}
