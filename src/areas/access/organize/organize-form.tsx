import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { limitFields } from '#contract/areas/access/data-limits.ts';
import type { Granted } from '#contract/areas/access/grant.ts';
import { organize, organizeCalls } from '#contract/areas/access/organize.ts';
import type { OutputOf } from '#contract/kit/call.ts';
import type { Saved } from '#contract/kit/calls.ts';
import { settableFields } from '#src/engine/form/values.ts';
import type { Values } from '#src/engine/row.ts';
import { useGoBack } from '#src/engine/use-address.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { StatusOf } from '#src/kit/desk/status-tag.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import type { Failure, Sent } from '#src/wire/sent.ts';
import { addresses, formAt } from '../addresses.ts';
import { DraftFields } from '../form/draft-fields.tsx';
import { DraftFrame } from '../form/draft-frame.tsx';
import { Labelled } from '../form/labelled.tsx';
import { useDraft } from '../form/use-draft.ts';
import { OrganizeSelect } from './organize-select.tsx';
import { type LimitsSaved, limitsOf, nothing, recordCall, recordOf, useLimits } from './save-organize.ts';
import './organize.css';

interface OrganizeFormProps {
  /** The organisation to edit; a new one without. */
  info?: OutputOf<typeof organizeCalls.info>;
  start: Values;
  /** The version that `start` was read with; none of a new one. */
  version?: number;
  /** It has just been saved and something waits for approval. */
  sent: boolean;
  /** Why the record could not be read again. */
  stale?: Failure | null;
  onReload(): Promise<unknown>;
}

const fields = settableFields(organize);

/** An organisation and its limits. The record is saved first, then its limits: what widens them waits for approval. */
export function OrganizeForm({ info, start: latest, version: read = 0, sent, stale, onReload }: OrganizeFormProps) {
  const id = useId();
  const draft = useDraft<(Saved & Partial<Granted>) | Granted>({
    definition: organize,
    also: limitFields,
    id: info?.organize.id,
    start: latest,
    version: read,
    history: info?.organize,
    onReload,
  });
  const { start, version, values, errors, command } = draft;
  const saveLimits = useLimits();
  const goBack = useGoBack(addresses.organisation);
  const navigate = useNavigate();
  const toast = useToast();
  const mayUse = useMayUse();
  const mayEdit = !info || mayUse(organize.calls.edit?.[1]);
  const mayLimit = mayUse(organizeCalls.addData.access);
  const resting = command.running || command.unknown;
  const [next, setNext] = useState<'back' | number | null>(null);
  const own = info?.organize;

  // Left only when the form counts as clean, or its own guard would hold it back.
  useEffect(() => {
    if (next === null || draft.dirty) return;
    setNext(null);
    if (next === 'back') goBack();
    else void navigate(`${formAt(addresses.organizeForm, next)}&sent=1`, { replace: true });
  }, [next, draft.dirty, goBack, navigate]);

  const finish = (saved: number, limits: LimitsSaved) => {
    if (limits.refused !== undefined) toast.bad(`组织已保存，数据范围未保存：${limits.refused}`);
    else toast.good(limits.grantId === null ? '保存成功' : '已提交，待另一人审批');
    draft.reset();
    if (info) void onReload();
    setNext(limits.refused === undefined && limits.grantId === null ? 'back' : saved);
  };
  const settle = async (outcome: Sent<(Saved & Partial<Granted>) | Granted>) => {
    const done = draft.settle(outcome);
    if (!done) return;
    if (!('id' in done)) return finish(own?.id ?? 0, { grantId: done.grant_id, refused: undefined });
    const limits = await saveLimits(done, start, values);
    finish(done.id, { ...limits, grantId: limits.grantId ?? done.grant_id ?? null });
  };
  const save = async () => {
    if (!(await draft.check())) return;
    const record = recordOf(own && { id: own.id, version }, start, values);
    const limits = own && limitsOf({ id: own.id, version }, start, values);
    if (record) await settle(await command.run(recordCall(!own), record));
    else if (limits) await settle(await command.run(organizeCalls.addData, limits));
    else finish(own?.id ?? 0, nothing);
  };

  return (
    <PageFrame
      title={info ? '编辑组织' : '新增组织'}
      mark={own && <StatusOf definition={organize} status={(own as unknown as Values).status} />}
      loading={draft.form.looking || draft.form.reloading}
      stale={stale ?? null}
      onRetry={() => void onReload()}
    >
      <DraftFrame
        draft={draft}
        grants={info?.grants}
        sent={sent}
        readOnly={!mayEdit && !mayLimit}
        onSave={() => void save()}
        onRetried={(outcome) => void settle(outcome)}
        onCancel={goBack}
      >
        <div className="desk-fields">
          <DraftFields
            draft={draft}
            fields={fields}
            names={['name', 'code']}
            disabled={resting || !mayEdit}
            focused={!info}
          />
          <Labelled
            id={`${id}-parent_id`}
            name="parent_id"
            label={organize.fields.parent_id?.label ?? ''}
            error={errors.parent_id}
          >
            <OrganizeSelect
              id={`${id}-parent_id`}
              value={typeof values.parent_id === 'number' ? [values.parent_id] : []}
              without={own?.id}
              placeholder="最上级"
              disabled={resting || !mayEdit}
              invalid={errors.parent_id !== undefined}
              describedBy={errors.parent_id === undefined ? undefined : `${id}-parent_id-words`}
              onChange={([one]) => draft.set({ parent_id: one ?? null })}
            />
          </Labelled>
          <DraftFields draft={draft} fields={fields} names={['type', 'leader_id']} disabled={resting || !mayEdit} />
        </div>
        <section className="organize-part" aria-label="数据范围">
          <h2>数据范围</h2>
          <p className="desk-hint">
            限制本组织及下级组织的人能看到的数据；一项也不选即不限制。收窄保存后立即生效，放宽须另一人审批。
          </p>
          <div className="desk-fields">
            <DraftFields draft={draft} fields={limitFields} disabled={resting || !mayLimit} />
          </div>
        </section>
      </DraftFrame>
    </PageFrame>
  );
}
