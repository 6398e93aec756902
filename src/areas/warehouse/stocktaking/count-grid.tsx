import { Button } from 'antd';
import { type KeyboardEvent, useId, useMemo } from 'react';
import { deskCount } from '#contract/areas/warehouse/desk-count.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { type FormErrors, linePath } from '#src/engine/form/errors.ts';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import { useForm } from '#src/engine/use-form.ts';
import { Content } from '#src/kit/desk/faces.tsx';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import { LeaveDialog } from '#src/kit/desk/leave-dialog.tsx';
import { LineEditor } from '#src/kit/desk/lines/line-editor.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { UnknownOutcome } from '#src/kit/desk/unknown-outcome.tsx';
import { figuresOf } from './count-entries.ts';
import { CountImport } from './count-import.tsx';
import { useCountPost } from './use-count-post.ts';
import { useProgress } from './use-progress.ts';

interface OpenZone {
  id: number;
  code: string;
  name: string;
}

/** Entering at a desk what was counted on paper; what was accepted leaves the grid, what was not says why. */
export function CountGrid({ id, round }: { id: number; round: number }) {
  const reading = useProgress(id);
  const zones = reading.progress?.zones.filter((zone) => !zone.closed_at) ?? [];
  return (
    <Content of={reading}>
      {zones.length === 0 ? (
        <p className="desk-empty">库区都已关闭</p>
      ) : (
        <Grid id={id} round={reading.progress?.round ?? round} zones={zones} />
      )}
    </Content>
  );
}

function Grid({ id, round, zones }: { id: number; round: number; zones: readonly OpenZone[] }) {
  const fieldId = useId();
  const toast = useToast();
  // Read again every few seconds; the grid is another one only when other zones are open.
  const known = JSON.stringify(zones.map(({ id: zone, code, name }) => ({ id: zone, code, name })));
  const open = useMemo(() => JSON.parse(known) as OpenZone[], [known]);
  const definition = useMemo(() => deskCount(open), [open]);
  const form = useForm(definition);
  const held = useDirtyGuard(form.dirty);
  const { post, progress, held: unknown } = useCountPost(id);

  const send = async () => {
    if (!(await form.check())) return;
    const countedAt = (form.values.counted_at as string | null) ?? new Date().toISOString();
    const { figures, errors } = figuresOf(form.lines.rows, { zones: open, round, countedAt });
    form.blame(errors);
    if (figures.length === 0 || Object.keys(errors).length > 0) return;
    const { answers, failure } = await post(figures);
    const taken: string[] = [];
    const refused: Record<string, string> = {};
    for (const [{ keys }, answer] of answers) {
      if (answer.outcome === 'accepted') taken.push(...keys);
      else for (const key of keys) refused[linePath(key, 'sku_id')] = wordsFor(answer);
    }
    form.removeLines(new Set(taken));
    form.blame(refused satisfies FormErrors);
    if (failure) toast.bad(wordsOf(failure));
    else if (Object.keys(refused).length > 0)
      toast.bad(`已记录 ${taken.length} 行，${Object.keys(refused).length} 行未计入`);
    else toast.good(`已记录 ${taken.length} 行`);
  };
  const submit = () => void form.during(send);
  const keyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    submit();
  };

  return (
    <section aria-label="录入盘点" onKeyDownCapture={keyDown}>
      <p className="desk-hint">
        扫描或输入货品编码后回车；可从 Excel
        粘贴“编码、数量”两列。同一库区的同一货品相加为一个数，并替换本人此前录入的数。按 Ctrl+S 提交。
      </p>
      <div className="desk-fields">
        <FieldRow
          id={`${fieldId}-at`}
          name="counted_at"
          field={definition.fields.counted_at}
          values={form.values}
          onChange={form.set}
          error={form.errors.counted_at}
          disabled={form.resting}
        />
      </div>
      <div className="desk-tools">
        <CountImport id={id} form={form} />
      </div>
      <LineEditor form={form} totals={totals} height={320} />
      {progress && <p role="status">{`正在提交 ${progress.done}/${progress.of}`}</p>}
      {unknown && (
        <UnknownOutcome failure={unknown.failure} running={false} onRetry={unknown.retry} onGiveUp={unknown.giveUp} />
      )}
      <Button type="primary" disabled={form.resting || form.lines.rows.length === 0} onClick={submit}>
        提交盘点
      </Button>
      {held && <LeaveDialog held={held} />}
    </section>
  );
}

const totals = ['qty'] as const;

function wordsFor({ outcome, msg }: { outcome: string; msg?: string }): string {
  return outcome === 'refused' ? (msg ?? '未计入') : `${msg ?? '未计入'}，已记入“未知与迟到”`;
}
