import { Dropdown } from 'antd';
import { moreLabel, type RowAction } from './row-actions.tsx';

/** 更多: the actions of a row that have no room of their own. */
export function MoreActions({ actions }: { actions: readonly RowAction[] }) {
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: actions.map((action) => ({
          key: action.key,
          label: action.label,
          danger: action.danger ?? false,
          disabled: action.disabled ?? false,
        })),
        onClick: ({ key }) => actions.find((action) => action.key === key)?.run(),
      }}
    >
      <button type="button" className="desk-link">
        {moreLabel}
      </button>
    </Dropdown>
  );
}
