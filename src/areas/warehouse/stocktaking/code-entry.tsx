import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { wordsOf } from '#src/engine/failure.ts';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import { Content } from '#src/kit/desk/faces.tsx';
import { LeaveDialog } from '#src/kit/desk/leave-dialog.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { UnknownOutcome } from '#src/kit/desk/unknown-outcome.tsx';
import { useCountPost } from './use-count-post.ts';
import { useProgress } from './use-progress.ts';

/** Entering at a desk which codes were read of a take by codes: what was taken leaves the box, what was not says why. */
export function CodeEntry({ id, round }: { id: number; round: number }) {
  const reading = useProgress(id);
  const zones = reading.progress?.zones.filter((zone) => !zone.closed_at) ?? [];
  const [chosen, setZone] = useState<string>();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [running, setRunning] = useState(false);
  const held = useDirtyGuard(typed.trim() !== '');
  const { post, progress, held: unknown } = useCountPost(id);
  const toast = useToast();
  const zone = zones.find(({ code }) => code === chosen) ?? zones[0];
  const codes = [...new Set(typed.split('\n').flatMap((line) => line.trim() || []))];

  const send = async (place: string) => {
    setRunning(true);
    const counted_at = new Date().toISOString();
    const now = reading.progress?.round ?? round;
    const { answers, failure } = await post(
      codes.map((barcode) => ({
        keys: [barcode],
        entry: { kind: 'add', zone: place, round: now, barcode, imperfect_type: 0, qty: 1, counted_at },
      })),
    );
    setRunning(false);
    // What nobody answered is sent again; what waits for a person is with the sheet, and need not be.
    const left = new Set(codes);
    const words: string[] = [];
    for (const [{ entry }, { outcome, msg }] of answers) {
      if (outcome !== 'refused') left.delete(entry.barcode);
      if (outcome !== 'accepted')
        words.push(`${entry.barcode}：${msg ?? '未计入'}${outcome === 'refused' ? '' : '，已记入“未知与迟到”'}`);
    }
    setTyped([...left].join('\n'));
    setRefused(words);
    if (failure) toast.bad(wordsOf(failure));
    else if (words.length > 0) toast.bad(`已记录 ${codes.length - words.length} 行，${words.length} 行未计入`);
    else toast.good(`已记录 ${codes.length} 行`);
  };

  return (
    <Content of={reading}>
      {zone ? (
        <section aria-label="录入唯一码">
          <p className="desk-hint">
            逐件扫描或粘贴读到的唯一码或 EPC，一行一个。同一个码读到几次都计一件；没有读到的在库唯一码提交后记为盘亏。
          </p>
          <div className="desk-tools">
            <Select
              aria-label="库区"
              style={{ minWidth: 160 }}
              value={zone.code}
              options={zones.map(({ code, name }) => ({ value: code, label: name }))}
              disabled={running}
              onChange={setZone}
            />
          </div>
          <Input.TextArea
            aria-label="唯一码或EPC"
            rows={12}
            value={typed}
            disabled={running}
            onChange={(event) => setTyped(event.target.value)}
          />
          {progress && <p role="status">{`正在提交 ${progress.done}/${progress.of}`}</p>}
          {unknown && (
            <UnknownOutcome
              failure={unknown.failure}
              running={false}
              onRetry={unknown.retry}
              onGiveUp={unknown.giveUp}
            />
          )}
          <Button type="primary" disabled={codes.length === 0} loading={running} onClick={() => void send(zone.code)}>
            提交盘点
          </Button>
          {refused.length > 0 && (
            <ul className="desk-wrong" role="alert">
              {refused.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          )}
          {held && <LeaveDialog held={held} />}
        </section>
      ) : (
        <p className="desk-empty">库区都已关闭</p>
      )}
    </Content>
  );
}
