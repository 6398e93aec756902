import { Button, Progress } from 'antd';
import { useEffect, useId } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import { countFaces } from '#src/engine/bulk/preview-row.ts';
import { keyLabels } from '#src/engine/bulk/read-targets.ts';
import { type BulkView, useBulk } from '#src/engine/bulk/use-bulk.ts';
import { useChosenIds } from '#src/engine/bulk/use-chosen-ids.ts';
import { recordAddress } from '#src/engine/record-places.ts';
import type { Values } from '#src/engine/row.ts';
import { useGoBack } from '#src/engine/use-address.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import { Content } from '../faces.tsx';
import { LeaveDialog } from '../leave-dialog.tsx';
import { PageFrame } from '../page-frame.tsx';
import { PasteBox } from '../paste/paste-box.tsx';
import { UnknownOutcome } from '../unknown-outcome.tsx';
import styles from './bulk.module.css';
import { BulkFields } from './bulk-fields.tsx';
import { RowPreview } from './row-preview.tsx';
import { TableSource } from './table-source.tsx';
import '../paste/paste.css';

interface BulkPageProps {
  definition: AnyDefinition;
  /** Where back leads when one came by a link. */
  listAt: string;
  title?: string;
  /** What is done to a row, in one word. */
  verb?: string;
  /** What is written, where that is settled: nothing is asked then. */
  settled?: Values;
}

/**
 * Changes many records of a definition (`bulk`): those picked on its list, pasted or in a sheet; every row is shown with what it
 * was and would be before a task does it.
 */
export function BulkPage({
  definition,
  listAt,
  title = `批量编辑${definition.label}`,
  verb = '修改',
  settled,
}: BulkPageProps) {
  const chosen = useChosenIds();
  return (
    <PageFrame title={title}>
      <Content of={chosen}>
        <Bulk
          key={chosen.ids.join(',')}
          definition={definition}
          chosen={chosen.ids}
          listAt={listAt}
          verb={verb}
          settled={settled}
        />
      </Content>
    </PageFrame>
  );
}

interface BulkProps {
  definition: AnyDefinition;
  chosen: readonly number[];
  listAt: string;
  verb: string;
  settled: Values | undefined;
}

function Bulk({ definition, chosen, listAt, verb, settled }: BulkProps) {
  const bulk = useBulk(definition, chosen, settled);
  const held = useDirtyGuard(bulk.dirty);
  const navigate = useNavigate();
  const { ordered } = bulk;
  useEffect(() => {
    const address = ordered && recordAddress('toolBatch', { id: ordered.batch_id, no: ordered.batch_no });
    if (address) void navigate(address, { replace: true });
  }, [ordered, navigate]);
  const resting = bulk.looking.progress !== null || bulk.command.running || bulk.command.unknown;
  const { rows, progress } = bulk.looking;
  return (
    <>
      <Sources bulk={bulk} chosen={chosen.length} disabled={resting} verb={verb} />
      {!settled && (
        <section className="desk-block" aria-label="修改内容">
          <h2>修改内容</h2>
          <BulkFields
            fields={bulk.fields}
            written={bulk.draft}
            errors={bulk.errors}
            disabled={resting}
            onChange={bulk.change}
          />
        </section>
      )}
      {progress !== null && <Progress percent={Math.round(progress * 100)} aria-label="预览进度" />}
      {rows && <RowPreview name={definition.name} label={definition.label} verb={verb} rows={rows} cut={bulk.cut} />}
      <Foot bulk={bulk} listAt={listAt} resting={resting} verb={verb} />
      {held && <LeaveDialog held={held} />}
    </>
  );
}

/** Whom it is about. */
function Sources({
  bulk,
  chosen,
  disabled,
  verb,
}: {
  bulk: BulkView;
  chosen: number;
  disabled: boolean;
  verb: string;
}) {
  const id = useId();
  const { definition, draft, sheet, sheetWords } = bulk;
  const keys = keyLabels(definition).join('或');
  return (
    <section className="desk-block" aria-label={`${verb}对象`}>
      <h2>{`${verb}对象`}</h2>
      <p className={styles.told} role="status">
        <span>
          共 <b>{grouped(bulk.count)}</b> 个{definition.label}
        </span>
        {chosen > 0 && <span>其中列表已选 {grouped(chosen)} 个</span>}
        {bulk.cut > 0 && <strong className={styles.cut}>{tooManyEntries()}</strong>}
      </p>
      <div className={styles.sources}>
        <div className={styles.source}>
          <label htmlFor={id}>{keys}</label>
          <PasteBox id={id} value={draft.keys} disabled={disabled} onChange={(next) => bulk.change({ keys: next })} />
        </div>
        <div className={styles.source}>
          <TableSource
            hint={`表格：标题行含${keys}列，另可有${Object.values(bulk.fields)
              .map(({ label }) => label)
              .join('、')}列，空单元格不修改`}
            most={limits.pastedEntries}
            disabled={disabled}
            onRead={(next) => bulk.change({ sheet: next })}
          />
          {draft.sheet && (
            <p className={styles.told} role="status">
              <span>表格 {grouped(sheet.targets.length)} 行</span>
              {sheet.ignored.length > 0 && (
                <span className="desk-hint">{`未使用的列：${sheet.ignored.join('、')}`}</span>
              )}
              {sheetWords !== null && <span className="desk-wrong">{sheetWords}</span>}
              <Button size="small" type="link" disabled={disabled} onClick={() => bulk.change({ sheet: null })}>
                移除
              </Button>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

function Foot({ bulk, listAt, resting, verb }: { bulk: BulkView; listAt: string; resting: boolean; verb: string }) {
  const goBack = useGoBack(listAt);
  const may = useAllowed(bulk.definition.bulk?.access);
  const { looking, command, errors } = bulk;
  const count = looking.rows ? countFaces(looking.rows).taken : 0;
  return (
    <footer className={styles.foot}>
      {errors[''] !== undefined && (
        <p className="desk-wrong" role="alert">
          {errors['']}
        </p>
      )}
      {command.unknown && (
        <UnknownOutcome
          failure={command.failure}
          running={command.running}
          onRetry={() => void bulk.retry()}
          onGiveUp={command.giveUp}
        />
      )}
      <Button disabled={command.running} onClick={goBack}>
        取消
      </Button>
      {looking.progress !== null && <Button onClick={looking.clear}>停止预览</Button>}
      {may && (
        <Button disabled={resting} onClick={() => void bulk.look()}>
          预览
        </Button>
      )}
      {may && looking.rows && (
        <Button
          type="primary"
          loading={command.running}
          disabled={resting || count === 0}
          onClick={() => void bulk.order()}
        >
          {`${verb} ${grouped(count)} 行`}
        </Button>
      )}
    </footer>
  );
}
