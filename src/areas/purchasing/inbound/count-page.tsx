import { Button, Checkbox } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { countColumns, gradeColumns } from '#contract/areas/purchasing/inbound-count.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import type { FormErrors } from '#src/engine/form/errors.ts';
import type { FormLine } from '#src/engine/form/lines.ts';
import { usePageName } from '#src/engine/page-context.ts';
import { useGoBack } from '#src/engine/use-address.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import { Facts } from '#src/kit/desk/detail/facts.tsx';
import { EmptyFace } from '#src/kit/desk/faces.tsx';
import { FormFrame } from '#src/kit/desk/form-frame.tsx';
import { FormNotices } from '#src/kit/desk/form-notices.tsx';
import { LeaveDialog } from '#src/kit/desk/leave-dialog.tsx';
import { LineEditor } from '#src/kit/desk/lines/line-editor.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { StatusOf } from '#src/kit/desk/status-tag.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { inboundAt } from './addresses.ts';
import { figuresOf, filled, otherDate } from './count-lines.ts';
import { OpenEntries } from './open-entries.tsx';
import { ScanField, type ScanHandle } from './scan-field.tsx';
import { type CountForm, useCountForm } from './use-count-form.ts';
import { useScans } from './use-scans.ts';

/** Counts a batch at a desk: by scanner, by hand, or from a list; by grade, and by date where goods expire. */
export function CountPage({ id }: { id: number }) {
  const counting = useCountForm(id);
  const navigate = useNavigate();
  const { batch, detail } = counting;
  const number = batch && String(batch.batch_no);
  usePageName(number);
  const detailButton = <Button onClick={() => void navigate(inboundAt.detail(id))}>批次详情</Button>;
  return (
    <PageFrame
      title={number === undefined ? '清点' : `清点 ${number}`}
      mark={batch && <StatusOf definition={inWareBatch} status={batch.status} />}
      extra={detailButton}
      loading={detail.loading}
      failure={detail.failure}
      stale={detail.stale}
      onRetry={detail.reload}
    >
      {batch &&
        (batch.allowed?.transitions.includes('count') ? (
          <>
            <Facts definition={inWareBatch} record={batch} names={facts} />
            <OpenEntries id={id} />
            <Counting counting={counting} />
          </>
        ) : (
          <EmptyFace words="此批次现在不能清点">{detailButton}</EmptyFace>
        ))}
    </PageFrame>
  );
}

function Counting({ counting }: { counting: CountForm }) {
  const { form, save, submit, retry } = counting;
  const scans = useScans(counting);
  const held = useDirtyGuard(form.dirty);
  const goBack = useGoBack(inboundAt.list);
  const navigate = useNavigate();
  const toast = useToast();
  const maySubmit = useMayUse()('InWareBatch:submit');
  const field = useRef<ScanHandle>(null);
  const { rows } = form.lines;
  const figures = figuresOf(rows);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [reveal, setReveal] = useState<{ key: string }>();
  const shown = countColumns.filter((name) => isShown(name, { chosen, rows, errors: form.errors }));

  const { resting } = form;
  // What rests loses the focus: who scans goes on scanning, unless they have gone elsewhere or something is wrong there.
  useEffect(() => {
    if (!resting && document.activeElement === document.body) field.current?.focus();
  }, [resting]);
  const saved = async (saving: Promise<boolean>) => {
    if (await saving) toast.good('清点已保存');
  };
  const handIn = async () => {
    if (await submit()) void navigate(inboundAt.detail(Number(counting.batch?.id)), { replace: true });
  };
  const fill = (qtyOf: Parameters<typeof filled>[1]) => form.changeLines(filled(rows, qtyOf));
  const goToUncounted = () => {
    const next = rows.find(({ values }) => gradeColumns.every(({ name }) => typeof values[name] !== 'number'));
    if (next) setReveal({ key: next.key });
  };
  return (
    <>
      <FormNotices form={form} thing="此批次" />
      <ScanField
        ref={field}
        grade={scans.grade}
        disabled={form.resting}
        onGrade={scans.setGrade}
        onScan={scans.scan}
        onPaste={scans.paste}
      />
      <p className="desk-hint" role="status">
        {scans.last ? `已扫描 ${scans.last.words}` : '每个货品按品级填写数量，没有到货填 0；每次保存以填写的数量为准。'}
      </p>
      <FormFrame
        errors={form.errors}
        command={{ running: form.saving, unknown: form.unknown, failure: form.saveFailure, giveUp: form.giveUp }}
        held={form.resting}
        saves="保存清点"
        onSave={() => void saved(save())}
        onRetry={() => void saved(retry())}
        onCancel={goBack}
        onSaveAndSubmit={maySubmit ? () => void handIn() : undefined}
        foot={
          <span className="desk-hint">
            {`应收 ${grouped(figures.plan)} 件，已清点 ${grouped(figures.counted)} 件，${
              figures.uncounted > 0 ? `还有 ${grouped(figures.uncounted)} 行未清点` : '全部已清点'
            }`}
          </span>
        }
      >
        <div className="desk-tools">
          <Checkbox.Group
            options={[
              { value: 'grades', label: '残次品级' },
              { value: 'dates', label: '生产和到期日期' },
            ]}
            value={[...chosen]}
            onChange={(names) => setChosen(names as string[])}
          />
          {figures.uncounted > 0 && (
            <>
              <Button size="small" onClick={goToUncounted}>
                跳到下一未清点行
              </Button>
              <Button
                size="small"
                disabled={form.resting}
                onClick={() => fill(({ plan_qty }) => Number(plan_qty ?? 0))}
              >
                未清点行按应收数填
              </Button>
              <Button size="small" disabled={form.resting} onClick={() => fill(() => 0)}>
                未清点的填 0
              </Button>
            </>
          )}
        </div>
        <LineEditor
          form={form}
          names={shown}
          totals={['plan_qty', ...gradeColumns.map(({ name }) => name).filter((name) => shown.includes(name))]}
          height={460}
          fixed
          reveal={reveal}
          ways={(line) => (
            <DateWay line={line} form={form} onSplit={() => setChosen([...new Set([...chosen, 'dates'])])} />
          )}
        />
      </FormFrame>
      {held && <LeaveDialog held={held} />}
    </>
  );
}

interface DateWayProps {
  line: FormLine;
  form: CountForm['form'];
  onSplit(): void;
}

/** Goods that came with two dates stand in two lines; the second one may go again. */
function DateWay({ line, form, onSplit }: DateWayProps) {
  const isFirst = typeof line.values.plan_qty === 'number';
  const split = () => {
    form.changeLines(new Map([[line.key, { shared: true }]]));
    form.addLines([otherDate(line.values)], line.key);
    onSplit();
  };
  return isFirst ? (
    <button type="button" className="desk-link" disabled={form.resting} onClick={split}>
      加日期
    </button>
  ) : (
    <button
      type="button"
      className="desk-link desk-link-danger"
      disabled={form.resting}
      onClick={() => form.removeLines(new Set([line.key]))}
    >
      删除
    </button>
  );
}

const damaged = new Set(gradeColumns.filter(({ grade }) => grade !== 0).map(({ name }) => name));
const dates = new Set(['production_date', 'expire_at']);

// Most goods come undamaged and do not expire: what nobody has entered does not take the room of what everybody does.
interface Grid {
  chosen: readonly string[];
  rows: readonly FormLine[];
  errors: FormErrors;
}

/** A column that is rarely filled is there once it was asked for, says something, or has something wrong in it. */
function isShown(name: string, { chosen, rows, errors }: Grid): boolean {
  const group = damaged.has(name) ? 'grades' : dates.has(name) ? 'dates' : undefined;
  if (group === undefined || chosen.includes(group)) return true;
  if (Object.keys(errors).some((path) => path.endsWith(`.${name}`))) return true;
  return rows.some(({ values }) => values[name] !== null && values[name] !== undefined);
}

const facts = ['supplier_id', 'warehouse_id', 'arrival_id', 'purchase_id', 'remark'];
