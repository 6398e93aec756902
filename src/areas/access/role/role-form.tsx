import { Button } from 'antd';
import { useEffect, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { staff } from '#contract/areas/access/admin.ts';
import type { Granted } from '#contract/areas/access/grant.ts';
import {
  type PermissionNode,
  type RoleAdd,
  type RoleEdit,
  type RoleInfo,
  role,
  roleCalls,
} from '#contract/areas/access/role.ts';
import type { Saved } from '#contract/kit/calls.ts';
import type { Fields } from '#contract/kit/field.ts';
import { referencesKind } from '#contract/kit/kinds/reference.ts';
import { sendable, settableFields } from '#src/engine/form/values.ts';
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
import { changesOf, type Draft, useDraft } from '../form/use-draft.ts';
import type { Branch } from '../tree/branch.ts';
import { DataScopes } from './data-scopes.tsx';
import { PermissionTree } from './permission-tree.tsx';
import { allPermissions, byScreen } from './permissions.ts';
import { Review, type RoleChange } from './review.tsx';
import { difference } from './tally.ts';
import { useScopes } from './use-scopes.ts';

type SavedRole = Saved & Partial<Granted>;

interface RoleFormProps {
  /** The role to edit; a new one without. */
  info?: RoleInfo;
  /** The role that a new one is copied from. */
  from?: RoleInfo;
  start: Values;
  roots: readonly Branch<PermissionNode>[];
  /** It has just been saved and something waits for approval. */
  sent: boolean;
  /** Why the record could not be read again. */
  stale?: Failure | null;
  onReload(): Promise<unknown>;
}

const fields = settableFields(role);
/** What a role holds, besides what it is. Permissions are of no definition: their names stand in the tree. */
const contents: Fields = {
  permission_ids: { kind: referencesKind, label: '功能权限', initial: [] },
  data_role_ids: staff.fields.data_role_ids,
};

/** A role: what it is called, what it may do, what data it shows. Nothing of its rights is saved without a review. */
export function RoleForm({ info, from, start: latest, roots, sent, stale, onReload }: RoleFormProps) {
  const id = useId();
  const draft = useDraft<SavedRole>({
    definition: role,
    also: contents,
    id: info?.role.id,
    start: latest,
    version: info?.role.version ?? 0,
    history: info?.role,
    onReload,
  });
  const { start, values, errors, command } = draft;
  const goBack = useGoBack(addresses.roles);
  const navigate = useNavigate();
  const toast = useToast();
  const mayUse = useMayUse();
  const [reviewing, setReviewing] = useState(false);
  const [saved, setSaved] = useState<SavedRole | null>(null);
  const before = useMemo(() => setOf(info ? start.permission_ids : []), [info, start.permission_ids]);
  const given = useMemo(() => setOf(values.permission_ids), [values.permission_ids]);
  const { options } = useScopes([]);
  const change = changeOf({
    before,
    given,
    roots,
    had: info ? start.data_role_ids : [],
    has: values.data_role_ids,
    nameOf: (one) => options.find((o) => o.id === one)?.name,
  });
  const builtIn = info?.role.built_in === true;
  const mayEdit = !info || mayUse(roleCalls.edit.access);
  const resting = command.running || command.unknown || !mayEdit;
  const rights = change.added.length + change.removed.length + change.dataAdded.length + change.dataRemoved.length;

  // Left only when the form counts as clean, or its own guard would hold it back.
  useEffect(() => {
    if (!saved || draft.dirty) return;
    setSaved(null);
    if (saved.grant_id) void navigate(`${formAt(addresses.roleForm, saved.id)}&sent=1`, { replace: true });
    else goBack();
  }, [saved, draft.dirty, goBack, navigate]);

  const settle = (outcome: Sent<SavedRole>) => {
    const done = draft.settle(outcome);
    setReviewing(false);
    if (!done) return;
    toast.good(done.grant_id ? '已提交，待另一人审批' : '保存成功');
    draft.reset();
    if (info) void onReload();
    setSaved(done);
  };
  const send = async () => {
    settle(
      await (info
        ? command.run(roleCalls.edit, editOf(info.role.id, draft))
        : command.run(roleCalls.add, addOf(values))),
    );
  };
  const save = async () => {
    if (!(await draft.check())) return;
    if (rights > 0) setReviewing(true);
    else await send();
  };

  return (
    <PageFrame
      title={info ? '编辑角色' : '新增角色'}
      mark={info && <StatusOf definition={role} status={info.role.status} />}
      loading={draft.form.looking || draft.form.reloading}
      stale={stale ?? null}
      onRetry={() => void onReload()}
      extra={
        info &&
        mayUse(roleCalls.add.access) && (
          <Button onClick={() => void navigate(`${addresses.roleForm}?from=${info.role.id}`)}>复制新建</Button>
        )
      }
    >
      <DraftFrame
        draft={draft}
        grants={info?.grants}
        sent={sent}
        notes={
          <>
            {builtIn && (
              <p className="role-note">
                内置角色：名称和功能权限随产品版本更新，不能修改。要不同的权限，请复制新建角色。
              </p>
            )}
            {from && <p className="role-note">{`以“${from.role.name}”的权限和数据角色新建。`}</p>}
            {from && from.permission_ids.length > before.size + given.size && !draft.dirty && (
              <p className="role-note">{`“${from.role.name}”有 ${from.permission_ids.length - given.size} 项权限您没有，未复制。`}</p>
            )}
          </>
        }
        readOnly={!mayEdit}
        saves={rights > 0 ? '核对并保存' : '保存'}
        onSave={() => void save()}
        onRetried={settle}
        shown={(name, value, had) => (name === 'permission_ids' ? permissionWords(roots, value, had) : undefined)}
        onCancel={goBack}
        foot={<Counts change={change} holders={info?.admin_count} />}
      >
        <div className="desk-fields">
          <DraftFields
            draft={draft}
            fields={fields}
            names={['name', 'code']}
            disabled={resting || builtIn}
            focused={!info}
          />
          <DraftFields draft={draft} fields={fields} names={['require_second_factor', 'remark']} disabled={resting} />
        </div>
        <div className="role-body">
          <div>
            <PermissionTree
              roots={roots}
              given={given}
              before={info ? before : given}
              rests={builtIn ? '内置角色的权限不能修改' : mayEdit ? undefined : '没有编辑角色的权限'}
              onChange={(next) => draft.set({ permission_ids: [...next].map(Number) })}
            />
            {errors.permission_ids !== undefined && (
              <p className="desk-wrong" role="alert">
                {errors.permission_ids}
              </p>
            )}
          </div>
          <DataScopes
            id={`${id}-data_role_ids`}
            chosen={values.data_role_ids as number[]}
            error={errors.data_role_ids}
            disabled={resting}
            onChange={(ids) => draft.set({ data_role_ids: ids })}
          />
        </div>
      </DraftFrame>
      {reviewing && (
        <Review
          id={info?.role.id}
          name={String(values.name)}
          roots={roots}
          change={change}
          after={values.permission_ids as number[]}
          running={command.running}
          onSave={() => void send()}
          onClose={() => setReviewing(false)}
        />
      )}
    </PageFrame>
  );
}

/** Beside the button: how much would change, and for how many. */
function Counts({ change, holders }: { change: RoleChange; holders: number | undefined }) {
  const { added, removed } = change;
  return (
    <span className="desk-hint" aria-live="polite">
      {[
        added.length > 0 ? `新增 ${added.length} 项` : '',
        removed.length > 0 ? `取消 ${removed.length} 项` : '',
        holders === undefined ? '' : `${holders} 人使用此角色`,
      ]
        .filter(Boolean)
        .join('，')}
    </span>
  );
}

interface Changing {
  before: ReadonlySet<string>;
  given: ReadonlySet<string>;
  roots: readonly Branch<PermissionNode>[];
  had: unknown;
  has: unknown;
  nameOf(dataRole: number): string | undefined;
}

function changeOf({ before, given, roots, nameOf, ...data }: Changing): RoleChange {
  const [had, has] = [data.had, data.has] as [number[], number[]];
  const named = (ids: readonly number[]) => ids.map((one) => nameOf(one) ?? `#${one}`);
  return {
    ...difference(before, given, allPermissions(roots)),
    dataAdded: named(has.filter((one) => !had.includes(one))),
    dataRemoved: named(had.filter((one) => !has.includes(one))),
  };
}

function addOf(values: Values): RoleAdd {
  const { permission_ids, data_role_ids } = values as unknown as Required<RoleAdd>;
  return { ...(sendable(fields, values) as unknown as RoleAdd), permission_ids, data_role_ids };
}

/** Only what differs: an edit leaves alone what it does not name. */
function editOf(id: number, { start, version, values }: Draft<SavedRole>): RoleEdit {
  const names = [...Object.keys(fields), 'data_role_ids', 'permission_ids'];
  return { id, version, ...changesOf(start, values, names) };
}

/** A set of permissions in a comparison: what it has more or less than what stood there before. */
function permissionWords(roots: readonly Branch<PermissionNode>[], value: unknown, had: unknown): string {
  const { added, removed } = difference(setOf(had), setOf(value), allPermissions(roots));
  const named = (ids: readonly string[]) =>
    byScreen(roots, ids)
      .map(({ screen, names }) => `${screen}（${names.join('、')}）`)
      .join('、');
  if (added.length + removed.length === 0) return `${setOf(value).size} 项`;
  return [
    ...(added.length > 0 ? [`新增 ${named(added)}`] : []),
    ...(removed.length > 0 ? [`取消 ${named(removed)}`] : []),
  ].join('；');
}

function setOf(ids: unknown): Set<string> {
  return new Set((ids as readonly number[]).map(String));
}
