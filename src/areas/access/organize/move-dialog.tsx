import { Modal } from 'antd';
import { useId, useState } from 'react';
import type { OrganizeNode } from '#contract/areas/access/organize.ts';
import { Choose } from '../form/choose.tsx';
import { Labelled } from '../form/labelled.tsx';
import type { Branch } from '../tree/branch.ts';
import { changed, type Place, placeOf, siblingsAt } from '../tree/moves.ts';
import { OrganizeSelect } from './organize-select.tsx';

interface MoveDialogProps {
  roots: readonly Branch<OrganizeNode>[];
  node: OrganizeNode;
  onMove(place: Place | null): void;
  onClose(): void;
}

/** 移到…: the way without a mouse, or to a place that is far. */
export function MoveDialog({ roots, node, onMove, onClose }: MoveDialogProps) {
  const id = useId();
  const key = String(node.id);
  const now = placeOf(roots, key);
  const [parent, setParent] = useState<string | null>(now?.parent ?? null);
  const [index, setIndex] = useState<number | null>(now?.index ?? null);
  const others = siblingsAt(roots, parent, key);
  const at = Math.min(index ?? others.length, others.length);
  const place = changed(roots, key, { parent, index: at });
  return (
    <Modal
      open
      title={`移到… · ${node.name}`}
      okText="下一步"
      cancelText="取消"
      okButtonProps={{ disabled: place === null }}
      onOk={() => onMove(place)}
      onCancel={onClose}
    >
      <div className="desk-form">
        <Labelled id={`${id}-parent`} name="parent_id" label="上级组织" hint="不选即为最上级。">
          <OrganizeSelect
            id={`${id}-parent`}
            describedBy={`${id}-parent-hint`}
            without={node.id}
            value={parent === null ? [] : [Number(parent)]}
            placeholder="最上级"
            onChange={([one]) => {
              setParent(one === undefined ? null : String(one));
              setIndex(null);
            }}
          />
        </Labelled>
        <Labelled id={`${id}-place`} name="order" label="位置">
          <Choose
            id={`${id}-place`}
            value={[at]}
            offered={[
              { value: 0, label: '最前' },
              ...others.map((one, place) => ({ value: place + 1, label: `在“${one.value.name}”之后` })),
            ]}
            onChange={([next]) => setIndex(next ?? null)}
          />
        </Labelled>
      </div>
    </Modal>
  );
}
