import { Button, Input } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type OrganizeNode, organize } from '#contract/areas/access/organize.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { keysOf } from '#src/engine/query-keys.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useRead } from '#src/engine/use-read.ts';
import { EmptyFace } from '#src/kit/desk/faces.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { StatusOf } from '#src/kit/desk/status-tag.tsx';
import { addresses } from '../addresses.ts';
import { everyBranch, searched, wayTo } from '../tree/branch.ts';
import { dropPlace } from '../tree/moves.ts';
import { VirtualTree } from '../tree/virtual-tree.tsx';
import { MoveNotices } from './move-notices.tsx';
import { NodePanel } from './node-panel.tsx';
import { useMoves } from './use-moves.ts';
import { useOrganisation } from './use-tree.ts';
import './organize.css';

/** 组织架构: the tree, dragged or moved by keyboard, and beside it the chosen organisation with its people. */
export function Screen() {
  const { roots, loading, failure, stale, reload } = useOrganisation();
  // The tree is open to all, for their selects; this page is not.
  const may = useRead({ key: keysOf(organize).list({ page_size: 1 }) }, callsOf(organize).list, {
    input: { page_size: 1 },
  });
  const navigate = useNavigate();
  const mayUse = useMayUse();
  const moves = useMoves(roots);
  return (
    <PageFrame
      title="组织架构"
      extra={
        mayUse(organize.calls.add?.[1]) && (
          <Button type="primary" onClick={() => void navigate(addresses.organizeForm)}>
            新建
          </Button>
        )
      }
      loading={loading || may.loading}
      failure={may.failure ?? failure}
      stale={may.stale ?? stale}
      onRetry={(may.failure ?? may.stale) ? may.reload : reload}
    >
      <MoveNotices moves={moves} />
      {roots.length === 0 ? <EmptyFace words="还没有组织" /> : <Organisation roots={roots} moves={moves} />}
    </PageFrame>
  );
}

function Organisation({
  roots,
  moves,
}: {
  roots: ReturnType<typeof useOrganisation>['roots'];
  moves: ReturnType<typeof useMoves>;
}) {
  const [, setParams] = useSearchParams();
  const asked = useRecordId();
  const mayEdit = useMayUse()(organize.calls.edit?.[1]);
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim().toLowerCase());
  const chosen = wayTo(roots, String(asked ?? '')).at(-1) ?? roots[0];
  const [folds, setFolds] = useState<ReadonlySet<string>>(
    () => new Set([...roots.map((branch) => branch.key), ...wayTo(roots, String(asked ?? '')).map((one) => one.key)]),
  );
  const found = useMemo(
    () =>
      words === ''
        ? null
        : searched(roots, (node) => node.name.toLowerCase().includes(words) || node.code.toLowerCase().includes(words)),
    [roots, words],
  );
  const count = useMemo(() => [...everyBranch(roots)].length, [roots]);
  const place = (source: string, target: string, drop: Parameters<typeof dropPlace>[1]['drop']) =>
    dropPlace(roots, { source, target, drop });
  const fold = (key: string, opening: boolean) =>
    setFolds((now) => new Set(opening ? [...now, key] : [...now].filter((one) => one !== key)));

  return (
    <div className="organize">
      <section className="organize-tree" aria-label="组织树">
        <Input
          allowClear
          placeholder="按名称或编码查找"
          aria-label="查找组织"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span className="desk-hint" aria-live="polite">
          {found ? `找到 ${found.count} 个` : `共 ${count} 个组织${mayEdit ? '，可拖动' : ''}`}
        </span>
        {found?.roots.length === 0 ? (
          <EmptyFace words="没有找到" />
        ) : (
          <VirtualTree<OrganizeNode>
            label="组织架构"
            roots={found?.roots ?? roots}
            open={found?.open ?? folds}
            onFold={fold}
            chosen={chosen?.key ?? null}
            onChoose={(branch) =>
              setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), id: branch.key }), {
                replace: true,
              })
            }
            draggable={
              mayEdit && found === null && !moves.command.running && !moves.command.unknown
                ? {
                    mayDrag: () => true,
                    mayDrop: (source, target, drop) => place(source, target, drop) !== null,
                    onDrop: (source, target, drop) => moves.ask(source, place(source, target, drop)),
                  }
                : undefined
            }
            words={(node) => `${node.name}，${node.admin_count} 人${node.status === 1 ? '' : '，停用'}`}
            draw={({ branch: { value } }) => <NodeLine node={value} />}
          />
        )}
      </section>
      {chosen && <NodePanel node={chosen.value} roots={roots} moves={moves} />}
    </div>
  );
}

function NodeLine({ node }: { node: OrganizeNode }) {
  return (
    <>
      <span className="tree-name">{node.name}</span>
      {node.status !== 1 && <StatusOf definition={organize} status={node.status} />}
      <span className="tree-end">
        {node.limited && (
          <span className="organize-limited" title="限制了数据范围">
            限
          </span>
        )}
        <span className="organize-count">{node.admin_count > 0 ? node.admin_count : ''}</span>
      </span>
    </>
  );
}
