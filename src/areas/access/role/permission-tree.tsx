import { Button, Input } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import type { PermissionNode } from '#contract/areas/access/role.ts';
import { EmptyFace } from '#src/kit/desk/faces.tsx';
import { type Branch, everyBranch, searched } from '../tree/branch.ts';
import { VirtualTree } from '../tree/virtual-tree.tsx';
import { grantableOf, isFound, permissionOf } from './permissions.ts';
import { checkedOf, keysUnder, tallies, toggled } from './tally.ts';
import './role.css';

interface PermissionTreeProps {
  roots: readonly Branch<PermissionNode>[];
  /** Permissions that are given now, and that were given when the form was opened. */
  given: ReadonlySet<string>;
  before: ReadonlySet<string>;
  onChange(given: Set<string>): void;
  /** Why nothing here can be changed. */
  rests?: string | undefined;
}

/**
 * The permission editor: group, screen, permission, each with its box and its count. What the editor does not hold
 * stands there and says why it rests. Searched by name or key; what was changed is marked.
 */
export function PermissionTree({ roots, given, before, onChange, rests }: PermissionTreeProps) {
  const [typed, setTyped] = useState('');
  const [onlyGiven, setOnlyGiven] = useState(false);
  const [folds, setFolds] = useState<ReadonlySet<string>>(() => new Set(roots.map((branch) => branch.key)));
  const words = useDeferredValue(typed.trim());
  const counts = useMemo(() => tallies(roots, permissionOf, given), [roots, given]);
  const under = useMemo(
    () => new Map([...everyBranch(roots)].map((branch) => [branch.key, keysUnder(branch, permissionOf)])),
    [roots],
  );
  const grantable = useMemo(() => grantableOf(roots), [roots]);
  const found = useMemo(
    () =>
      words === '' && !onlyGiven
        ? null
        : searched(roots, (node) => {
            const permission = permissionOf(node);
            return (!onlyGiven || (permission !== null && given.has(permission))) && isFound(node, words);
          }),
    [roots, words, onlyGiven, given],
  );
  const shown = found?.roots ?? roots;
  const open = found?.open ?? folds;
  const all = useMemo(() => new Set([...under.values()].flatMap((keys) => [...keys])), [under]);
  const branchKeys = [...everyBranch(roots)].filter((one) => one.children.length > 0).map((one) => one.key);
  const opened = folds.size > roots.length;

  return (
    <section className="permissions" aria-label="功能权限">
      <header className="permissions-head">
        <h2>功能权限</h2>
        <span className="desk-hint" aria-live="polite">
          {`已选 ${[...given].filter((one) => all.has(one)).length} / ${all.size}`}
          {found && words !== '' && `，找到 ${found.count} 处`}
        </span>
        <span className="permissions-tools">
          <Input
            allowClear
            className="permissions-search"
            placeholder="按名称或权限标识查找"
            aria-label="查找权限"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button
            type={onlyGiven ? 'primary' : 'default'}
            aria-pressed={onlyGiven}
            onClick={() => setOnlyGiven(!onlyGiven)}
          >
            只看已选
          </Button>
          <Button
            disabled={found !== null}
            onClick={() => setFolds(new Set(opened ? roots.map((one) => one.key) : branchKeys))}
          >
            {opened ? '收起' : '全部展开'}
          </Button>
        </span>
      </header>
      {shown.length === 0 ? (
        <EmptyFace words={words === '' ? '还没有选择权限' : '没有找到'} />
      ) : (
        <VirtualTree
          label="功能权限"
          roots={shown}
          open={open}
          onFold={(key, opening) => setFolds((now) => folded(now, key, opening))}
          boxOf={(branch) => ({
            state: checkedOf(counts.get(branch.key) ?? none),
            rests: rests ?? whyRests(under.get(branch.key) ?? new Set(), grantable),
          })}
          onCheck={(branch) =>
            onChange(toggled(given, under.get(branch.key) ?? new Set(), (permission) => grantable.has(permission)))
          }
          words={(node) => wordsOfNode(node, counts.get(node.node) ?? none)}
          draw={({ branch }) => (
            <PermissionLine
              node={branch.value}
              count={counts.get(branch.key) ?? none}
              change={changeOf(permissionOf(branch.value), before, given)}
              rests={rests === undefined && branch.children.length === 0 && !branch.value.grantable}
            />
          )}
        />
      )}
    </section>
  );
}

const none = { have: 0, of: 0 };

function folded(now: ReadonlySet<string>, key: string, opening: boolean): Set<string> {
  const next = new Set(now);
  if (opening) next.add(key);
  else next.delete(key);
  return next;
}

/** Nobody grants what they lack (amendments E). */
function whyRests(permissions: ReadonlySet<string>, grantable: ReadonlySet<string>): string | undefined {
  return [...permissions].some((permission) => grantable.has(permission)) ? undefined : '您没有此权限，不能授予';
}

function wordsOfNode(node: PermissionNode, { have, of }: { have: number; of: number }): string {
  return node.id === null ? `${node.name}，已选 ${have} / ${of}` : node.name;
}

type Change = 'added' | 'removed' | null;

function changeOf(permission: string | null, before: ReadonlySet<string>, given: ReadonlySet<string>): Change {
  if (permission === null || before.has(permission) === given.has(permission)) return null;
  return given.has(permission) ? 'added' : 'removed';
}

interface PermissionLineProps {
  node: PermissionNode;
  count: { have: number; of: number };
  change: Change;
  rests: boolean;
}

function PermissionLine({ node, count, change, rests }: PermissionLineProps) {
  return (
    <>
      <span className={node.id === null ? 'tree-name permissions-node' : 'tree-name'}>{node.name}</span>
      {change && <span className={`permissions-${change}`}>{change === 'added' ? '新增' : '取消'}</span>}
      <span className="tree-end">
        {rests && <span className="desk-hint">您没有此权限，不能授予</span>}
        {node.id === null ? (
          <span className="permissions-count">{`${count.have} / ${count.of}`}</span>
        ) : (
          <code className="permissions-key">{node.permission_key}</code>
        )}
      </span>
    </>
  );
}
