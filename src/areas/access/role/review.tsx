import { Modal } from 'antd';
import { useMemo } from 'react';
import type { PermissionNode } from '#contract/areas/access/role.ts';
import { role } from '#contract/areas/access/role.ts';
import { roleEffectCall, type Touched } from '#contract/areas/access/role-effect.ts';
import { keysOf } from '#src/engine/query-keys.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content } from '#src/kit/desk/faces.tsx';
import { heldOpen } from '#src/kit/desk/held-open.ts';
import { Names } from '../grant/items.tsx';
import type { Branch } from '../tree/branch.ts';
import { byScreen } from './permissions.ts';

/** What an edit of a role changes, as far as a browser knows it. */
export interface RoleChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly dataAdded: readonly string[];
  readonly dataRemoved: readonly string[];
}

interface ReviewProps {
  /** The role; a new one without, whom nobody holds yet. */
  id: number | undefined;
  name: string;
  roots: readonly Branch<PermissionNode>[];
  change: RoleChange;
  /** Permissions as they would be after it. */
  after: readonly number[];
  running: boolean;
  onSave(): void;
  onClose(): void;
}

/** Before a role is saved: which permissions come and go, and who gains and loses what by it. */
export function Review({ id, name, roots, change, after, running, onSave, onClose }: ReviewProps) {
  const { added, removed, dataAdded, dataRemoved } = change;
  const widens = id !== undefined && (added.length > 0 || dataAdded.length + dataRemoved.length > 0);
  return (
    <Modal
      open
      width={760}
      title={`确认修改 · ${name}`}
      okText={widens ? '保存并提交审批' : '保存'}
      cancelText="返回修改"
      confirmLoading={running}
      onOk={onSave}
      onCancel={onClose}
      {...heldOpen(running)}
      cancelButtonProps={{ disabled: running }}
    >
      <div className="review">
        <Screens title={`新增权限 ${added.length} 项`} sign="gained" roots={roots} permissions={added} />
        <Screens title={`取消权限 ${removed.length} 项`} sign="lost" roots={roots} permissions={removed} />
        {(dataAdded.length > 0 || dataRemoved.length > 0) && (
          <section>
            <h2>数据角色</h2>
            <p className="review-change grant-gained">
              <Names names={dataAdded} />
            </p>
            <p className="review-change grant-lost">
              <Names names={dataRemoved} />
            </p>
          </section>
        )}
        {id !== undefined && <People id={id} roots={roots} after={after} />}
        {widens && <p className="role-note">放宽的部分须另一人审批后生效；取消的权限保存后立即失效。</p>}
      </div>
    </Modal>
  );
}

interface ScreensProps {
  title: string;
  sign: 'gained' | 'lost';
  roots: readonly Branch<PermissionNode>[];
  permissions: readonly string[];
}

function Screens({ title, sign, roots, permissions }: ScreensProps) {
  const groups = useMemo(() => byScreen(roots, permissions), [roots, permissions]);
  if (groups.length === 0) return null;
  return (
    <section className={`grant-${sign}`} aria-label={title}>
      <h2>{title}</h2>
      <dl className="review-screens">
        {groups.map((group) => [
          <dt key={group.screen}>{group.screen}</dt>,
          <dd key={`${group.screen}/names`}>
            <Names names={group.names} />
          </dd>,
        ])}
      </dl>
    </section>
  );
}

/** Those who hold the role and for whom something changes; what another role of theirs grants as well is left out. */
function People({
  id,
  roots,
  after,
}: {
  id: number;
  roots: readonly Branch<PermissionNode>[];
  after: readonly number[];
}) {
  const { value: data, ...reading } = useRead({ key: [...keysOf(role).detail(id), 'effect', after] }, roleEffectCall, {
    input: { id, permission_ids: [...after] },
  });
  if (!data) return <Content of={reading}>{null}</Content>;
  const unnamed = data.touched - data.people.length;
  return (
    <section aria-label="影响的员工">
      <h2>影响的员工</h2>
      {data.touched === 0 ? (
        <p className="desk-hint">
          {data.total === 0 ? '还没有人使用此角色。' : `${data.total} 人使用此角色，他们的实际权限都不变。`}
        </p>
      ) : (
        <>
          <p className="desk-hint">{`${data.total} 人使用此角色，其中 ${data.touched} 人的实际权限会变：`}</p>
          <ul className="review-people">
            {data.people.map((person) => (
              <Person key={person.id} person={person} roots={roots} />
            ))}
          </ul>
          {unnamed > 0 && <p className="desk-hint">{`还有 ${unnamed} 人`}</p>}
        </>
      )}
    </section>
  );
}

function Person({ person, roots }: { person: Touched; roots: readonly Branch<PermissionNode>[] }) {
  return (
    <li>
      <span>
        {person.nickname} <span className="desk-hint">{person.username}</span>
      </span>
      <div>
        <Change sign="gained" words="获得" permissions={person.gained} roots={roots} />
        <Change sign="lost" words="失去" permissions={person.lost} roots={roots} />
      </div>
    </li>
  );
}

interface ChangeProps {
  sign: 'gained' | 'lost';
  words: string;
  permissions: readonly number[];
  roots: readonly Branch<PermissionNode>[];
}

function Change({ sign, words, permissions, roots }: ChangeProps) {
  if (permissions.length === 0) return null;
  const names = byScreen(roots, permissions.map(String)).flatMap((group) => group.names);
  return (
    <span className={`review-change grant-${sign}`}>
      <span className="desk-hint">{`${words} ${permissions.length} 项`}</span>
      <Names names={names} />
    </span>
  );
}
