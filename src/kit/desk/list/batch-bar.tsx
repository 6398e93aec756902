import { Button } from 'antd';
import { grouped } from '#contract/kit/kinds/number.ts';
import type { RowAction } from './row-actions.tsx';

interface BatchBarProps {
  count: number;
  actions: readonly RowAction[];
  onClear(): void;
}

/** What can be done with the picked rows; stands only while some are picked. */
export function BatchBar({ count, actions, onClear }: BatchBarProps) {
  if (count === 0) return null;
  return (
    <div className="desk-batch" role="toolbar" aria-label="批量操作">
      <span>已选{grouped(count)}项</span>
      {actions.map((action) => (
        <Button
          key={action.key}
          size="small"
          danger={action.danger ?? false}
          disabled={action.disabled ?? false}
          onClick={action.run}
        >
          {action.label}
        </Button>
      ))}
      <Button size="small" type="text" onClick={onClear}>
        取消选择
      </Button>
    </div>
  );
}
