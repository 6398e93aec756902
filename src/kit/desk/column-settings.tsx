import { Button, Checkbox, Popover } from 'antd';

interface ColumnSettingsProps {
  /** All columns in the order a person chose. */
  columns: readonly { name: string; label: string }[];
  hidden: readonly string[];
  onHide(hidden: string[]): void;
  onOrder(order: string[]): void;
  onReset(): void;
}

/** 列设置: which columns show, and in which order; widths are dragged in the header. */
export function ColumnSettings(props: ColumnSettingsProps) {
  return (
    <Popover trigger="click" placement="bottomRight" destroyOnHidden content={<Choices {...props} />}>
      <Button size="small" type="text">
        列设置
      </Button>
    </Popover>
  );
}

function Choices({ columns, hidden, onHide, onOrder, onReset }: ColumnSettingsProps) {
  const move = (at: number, by: number) => {
    const names = columns.map((column) => column.name);
    const [taken] = names.splice(at, 1);
    if (taken !== undefined) onOrder(names.toSpliced(at + by, 0, taken));
  };
  return (
    <div className="desk-columns">
      <ul>
        {columns.map((column, at) => (
          <li key={column.name}>
            <Checkbox
              checked={!hidden.includes(column.name)}
              onChange={({ target }) =>
                onHide(target.checked ? hidden.filter((name) => name !== column.name) : [...hidden, column.name])
              }
            >
              {column.label}
            </Checkbox>
            <Button
              size="small"
              type="text"
              aria-label={`${column.label}上移`}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              ↑
            </Button>
            <Button
              size="small"
              type="text"
              aria-label={`${column.label}下移`}
              disabled={at === columns.length - 1}
              onClick={() => move(at, 1)}
            >
              ↓
            </Button>
          </li>
        ))}
      </ul>
      <Button size="small" onClick={onReset}>
        重置
      </Button>
    </div>
  );
}
