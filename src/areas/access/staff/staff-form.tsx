import { Button } from 'antd';
import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  type AdminAdd,
  type AdminEdit,
  type AdminInfo,
  admin,
  adminCalls,
  staff,
} from '#contract/areas/access/admin.ts';
import type { Granted } from '#contract/areas/access/grant.ts';
import type { Saved } from '#contract/kit/calls.ts';
import { sendable, settableFields } from '#src/engine/form/values.ts';
import type { Values } from '#src/engine/row.ts';
import { useGoBack } from '#src/engine/use-address.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { StatusOf } from '#src/kit/desk/status-tag.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import type { Failure, Sent } from '#src/wire/sent.ts';
import { addresses, formAt } from '../addresses.ts';
import { Choose } from '../form/choose.tsx';
import { DraftFields } from '../form/draft-fields.tsx';
import { DraftFrame } from '../form/draft-frame.tsx';
import { Labelled } from '../form/labelled.tsx';
import { changesOf, type Draft, useDraft } from '../form/use-draft.ts';
import { FirstPassword, type GivenPassword } from './first-password.tsx';
import { PasswordField, passwordField } from './password-field.tsx';
import { brokenRule } from './password-rules.ts';
import { ResetPassword } from './reset-password.tsx';
import { RightsFields } from './rights-fields.tsx';
import { useRankChoices } from './use-choices.ts';

interface StaffFormProps {
  /** The account to edit; a new one without. */
  info?: AdminInfo;
  start: Values;
  /** It has just been saved and something waits for approval. */
  sent: boolean;
  /** Why the record could not be read again. */
  stale?: Failure | null;
  onReload(): Promise<unknown>;
}

const fields = settableFields(admin);
const { organize_ids, role_ids, data_role_ids } = staff.fields;
/** What a person holds, besides what they are; of a new one also the password, which stays in the page. */
const rights = { organize_ids, role_ids, data_role_ids };
const rightsOfNew = { ...rights, password: passwordField };
const secret = ['password'];

/** An account: who it is, where it belongs, what it may do. What adds rights waits for a second person (amendments E). */
export function StaffForm({ info, start, sent, stale, onReload }: StaffFormProps) {
  const id = useId();
  const draft = useDraft<Saved & Granted>({
    definition: admin,
    also: info ? rights : rightsOfNew,
    secret,
    id: info?.admin.id,
    start,
    version: info?.admin.version ?? 0,
    history: info?.admin,
    onReload,
  });
  const { values, errors, command } = draft;
  const goBack = useGoBack(addresses.staff);
  const navigate = useNavigate();
  const toast = useToast();
  const ranks = useRankChoices();
  const mayEdit = useMayUse()(adminCalls.edit.access);
  const [saved, setSaved] = useState<(Saved & Granted) | null>(null);
  const [given, setGiven] = useState<GivenPassword | null>(null);
  const [resetting, setResetting] = useState(false);
  const resting = command.running || command.unknown;
  const own = info?.own ?? false;

  // Left only when the form counts as clean, or its own guard would hold it back, and the password has been handed over.
  useEffect(() => {
    if (!saved || draft.dirty || given) return;
    setSaved(null);
    if (saved.grant_id === null) goBack();
    else void navigate(`${formAt(addresses.staffForm, saved.id)}&sent=1`, { replace: true });
  }, [saved, draft.dirty, given, goBack, navigate]);

  const settle = (outcome: Sent<Saved & Granted>) => {
    const done = draft.settle(outcome);
    if (!done) return;
    toast.good(done.grant_id === null ? '保存成功' : '已提交，待另一人审批');
    if (!info) setGiven({ username: String(values.username), password: String(values.password) });
    draft.reset();
    if (info) void onReload();
    setSaved(done);
  };
  const save = async () => {
    const names = [values.username, values.nickname, values.job_no, values.mobile] as string[];
    const password = info ? undefined : brokenRule(String(values.password ?? ''), names);
    if (!(await draft.check({ password }))) return;
    settle(
      await (info
        ? command.run(adminCalls.edit, editOf(info.admin.id, draft))
        : command.run(adminCalls.add, addOf(values))),
    );
  };

  return (
    <PageFrame
      title={info ? '编辑员工' : '新增员工'}
      mark={info && <StatusOf definition={admin} status={info.admin.status} />}
      loading={draft.form.looking || draft.form.reloading}
      stale={stale ?? null}
      onRetry={() => void onReload()}
      extra={
        info &&
        mayEdit &&
        !own && (
          <Button disabled={resting} onClick={() => setResetting(true)}>
            重置密码
          </Button>
        )
      }
    >
      <DraftFrame
        draft={draft}
        grants={info?.grants}
        sent={sent}
        onSave={() => void save()}
        onRetried={settle}
        onCancel={goBack}
      >
        <section className="staff-part">
          <h2>账号</h2>
          <div className="desk-fields">
            <DraftFields
              draft={draft}
              fields={fields}
              names={['username', 'nickname', 'mobile', 'job_no']}
              disabled={resting}
              focused={!info}
            />
            <Labelled id={`${id}-rank_id`} name="rank_id" label={admin.fields.rank_id.label} error={errors.rank_id}>
              <Choose
                id={`${id}-rank_id`}
                value={typeof values.rank_id === 'number' ? [values.rank_id] : []}
                offered={ranks}
                disabled={resting}
                onChange={([rank]) => draft.set({ rank_id: rank ?? null })}
              />
            </Labelled>
            {!info && (
              <PasswordField
                id={`${id}-password`}
                value={String(values.password ?? '')}
                names={[values.username, values.nickname, values.job_no, values.mobile] as string[]}
                error={errors.password}
                disabled={resting}
                onChange={(password) => draft.set({ password })}
              />
            )}
          </div>
        </section>
        <section className="staff-part">
          <h2>组织与权限</h2>
          <RightsFields
            id={id}
            adminId={info?.admin.id}
            values={values}
            errors={errors}
            onChange={draft.set}
            own={own}
            disabled={resting}
          />
        </section>
      </DraftFrame>
      {given && <FirstPassword given={given} onClose={() => setGiven(null)} />}
      {resetting && info && (
        <ResetPassword
          person={{ ...info.admin, version: draft.version }}
          onClose={() => setResetting(false)}
          onDone={(version) => {
            draft.moveTo(version);
            void onReload();
          }}
        />
      )}
    </PageFrame>
  );
}

const plainNames = ['username', 'nickname', 'mobile', 'job_no', 'rank_id', 'main_organize_id'];

function membersOf(values: Values): number[] {
  const main = values.main_organize_id as number;
  return [main, ...(values.organize_ids as number[]).filter((one) => one !== main)];
}

function addOf(values: Values): AdminAdd {
  return {
    ...(sendable(fields, values) as unknown as Omit<AdminAdd, 'password'>),
    password: values.password as string,
    organize_ids: membersOf(values),
    role_ids: values.role_ids as number[],
    data_role_ids: values.data_role_ids as number[],
  };
}

/** Only what differs: an edit leaves alone what it does not name. */
function editOf(id: number, { start, version, values }: Draft<unknown>): AdminEdit {
  const lists = changesOf(start, values, ['role_ids', 'data_role_ids']);
  const members = changesOf(start, values, ['organize_ids', 'main_organize_id']);
  return {
    id,
    version,
    ...changesOf(start, values, plainNames),
    ...lists,
    ...(Object.keys(members).length > 0 ? { organize_ids: membersOf(values) } : {}),
  };
}
