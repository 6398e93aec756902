import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type OrganizeNode, organize, organizeCalls, organizeTypes } from '#contract/areas/access/organize.ts';
import { keysOf } from '#src/engine/query-keys.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useRead } from '#src/engine/use-read.ts';
import { useSwitchActions } from '#src/kit/desk/list/switch-actions.tsx';
import { StatusOf } from '#src/kit/desk/status-tag.tsx';
import { addresses, formAt } from '../addresses.ts';
import { Names } from '../grant/items.tsx';
import type { Branch } from '../tree/branch.ts';
import { stepPlace } from '../tree/moves.ts';
import { Members } from './members.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { Moves } from './use-moves.ts';

interface NodePanelProps {
  node: OrganizeNode;
  roots: readonly Branch<OrganizeNode>[];
  moves: Moves;
}

/** The chosen organisation: what it is, what can be done with it, its limits, its people. */
export function NodePanel({ node, roots, moves }: NodePanelProps) {
  const [moving, setMoving] = useState(false);
  const navigate = useNavigate();
  const mayUse = useMayUse();
  const switches = useSwitchActions(organize);
  const mayEdit = mayUse(organize.calls.edit?.[1]);
  const key = String(node.id);
  const up = stepPlace(roots, key, -1);
  const down = stepPlace(roots, key, 1);
  const resting = moves.command.running || moves.command.unknown;
  return (
    <section className="organize-panel" aria-label={node.name}>
      <header>
        <h2>{node.name}</h2>
        <StatusOf definition={organize} status={node.status} />
        <span className="desk-hint">{`${node.code} · ${organizeTypes[node.type as keyof typeof organizeTypes] ?? ''}`}</span>
        {node.leader_id !== null && <span>{`负责人 ${node.leader_id__title ?? ''}`}</span>}
      </header>
      <div className="organize-buttons" role="toolbar" aria-label="组织操作">
        {mayEdit && <Button onClick={() => void navigate(formAt(addresses.organizeForm, node.id))}>编辑</Button>}
        {mayUse(organize.calls.add?.[1]) && (
          <Button onClick={() => void navigate(`${addresses.organizeForm}?parent_id=${node.id}`)}>新增下级</Button>
        )}
        {switches.rowActions({ ...node }).map((action) => (
          <Button key={action.key} disabled={action.disabled ?? false} onClick={action.run}>
            {action.label}
          </Button>
        ))}
        {mayEdit && (
          <span className="organize-moves">
            <Button disabled={resting || !up} onClick={() => up && moves.take(key, up)}>
              上移
            </Button>
            <Button disabled={resting || !down} onClick={() => down && moves.take(key, down)}>
              下移
            </Button>
            <Button disabled={resting} onClick={() => setMoving(true)}>
              移到…
            </Button>
          </span>
        )}
      </div>
      {switches.notice}
      {node.limited && <Limits id={node.id} />}
      <Members key={node.id} id={node.id} />
      {moving && (
        <MoveDialog
          roots={roots}
          node={node}
          onClose={() => setMoving(false)}
          onMove={(place) => {
            setMoving(false);
            moves.ask(key, place);
          }}
        />
      )}
    </section>
  );
}

/** The limits of the organisation's own, dimension by dimension. */
function Limits({ id }: { id: number }) {
  const { value: data } = useRead({ key: [...keysOf(organize).detail(id), 'limits'] }, organizeCalls.dataList, {
    input: { organize_id: id },
  });
  const limits = data?.list.filter((limit) => limit.value_ids.length > 0) ?? [];
  if (limits.length === 0) return null;
  return (
    <dl className="organize-limits" aria-label="数据范围">
      {limits.map((limit) => (
        <div key={limit.dimension}>
          <dt>{limit.name}</dt>
          <dd>
            <Names names={limit.values.map((value) => value.title)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
