import { Button, Checkbox, Popover } from 'antd';

interface ColumnSettingsProps {
  /** All columns in the order a person chose. */
  columns: readonly { name: string; label: string }[];
  hidden: readonly string[];
  /** Those that stay in view at the left. */
  pinned: readonly string[];
  onPin(pinned: string[]): void;
  onHide(hidden: string[]): void;
  onOrder(order: string[]): void;
  onReset(): void;
}

/** 列设置: which columns show, in which order, and which stay in view; widths are dragged in the header. */
export function ColumnSettings(props: ColumnSettingsProps) {
  return (
    <Popover trigger="click" placement="bottomRight" destroyOnHidden content={<Choices {...props} />}>
      <Button size="small" type="text">
        列设置
      </Button>
    </Popover>
  );
}

function Choices({ columns, hidden, pinned, onPin, onHide, onOrder, onReset }: ColumnSettingsProps) {
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
            <Checkbox checked={!hidden.includes(column.name)} onChange={() => onHide(toggled(hidden, column.name))}>
              {column.label}
            </Checkbox>
            <Button
              size="small"
              type="text"
              aria-label={`固定${column.label}`}
              aria-pressed={pinned.includes(column.name)}
              className="desk-pin"
              onClick={() => onPin(toggled(pinned, column.name))}
            >
              固定
            </Button>
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

function toggled(names: readonly string[], name: string): string[] {
  return names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
}
