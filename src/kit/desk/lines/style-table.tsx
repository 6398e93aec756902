import { Button } from 'antd';
import { useId, useState } from 'react';
import type { GridCell, StyleGrid } from '#contract/areas/goods/style-grid.ts';
import type { Field } from '#contract/kit/field.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { type FormErrors, linePath } from '#src/engine/form/errors.ts';
import type { FormLine } from '#src/engine/form/lines.ts';
import { type CellValues, sumOfCells } from '#src/engine/form/matrix.ts';
import { controlsOf } from '../kinds/controls.ts';
import { unreadable } from '../kinds/unreadable.ts';
import styles from './line-matrix.module.css';

interface StyleTableProps {
  grid: StyleGrid;
  /** The quantity of a line, and its name. */
  field: Field;
  name: string;
  rows: ReadonlyMap<number, FormLine>;
  errors: FormErrors;
  disabled: boolean;
  onPut(cells: CellValues): void;
  onRemove(): void;
}

/** One style: a row for each colour, a column for each size, sums at both ends. */
export function StyleTable({ grid, field, name, rows, errors, disabled, onPut, onRemove }: StyleTableProps) {
  const id = useId();
  const [fill, setFill] = useState<unknown>(null);
  const { Input } = controlsOf(field);
  const valueOf = ({ sku_id }: GridCell) => rows.get(sku_id)?.values[name];
  const enabled = grid.cells.filter((cell) => cell.enabled);
  const title = `${grid.name} ${grid.style_no}`;
  const total = (cells: readonly GridCell[]) => grouped(sumOfCells(cells.map(valueOf)));
  return (
    <table className={styles.grid} aria-label={title}>
      <caption>
        <strong>{grid.name}</strong> <span className="desk-hint">{`${grid.style_no} ${grid.spu_no}`}</span>
        <span className={styles.tools}>
          <Input
            id={`${id}-fill`}
            name="fill"
            field={field}
            value={fill}
            record={nothing}
            disabled={disabled}
            label={`${title} 填充数量`}
            onChange={setFill}
          />
          <Button
            size="small"
            disabled={disabled || typeof fill !== 'number'}
            onClick={() => onPut(new Map(enabled.map(({ sku_id }) => [sku_id, fill])))}
          >
            一键填充
          </Button>
          <Button
            size="small"
            disabled={disabled}
            onClick={() => onPut(new Map(grid.cells.map(({ sku_id }) => [sku_id, null])))}
          >
            清空
          </Button>
          <Button size="small" danger type="text" disabled={disabled} onClick={onRemove}>
            移除
          </Button>
        </span>
      </caption>
      <thead>
        <tr>
          <th scope="col">颜色</th>
          {grid.sizes.map((size) => (
            <th key={size.id} scope="col" className={styles.figure}>
              {size.name}
            </th>
          ))}
          <th scope="col" className={styles.figure}>
            小计
          </th>
        </tr>
      </thead>
      <tbody>
        {grid.colors.map((color) => (
          <tr key={color.id}>
            <th scope="row">{color.name}</th>
            {grid.sizes.map((size) => {
              const cell = grid.cells.find((one) => one.color_id === color.id && one.size_id === size.id);
              const line = cell && rows.get(cell.sku_id);
              // What is switched off is not ordered; what was ordered of it before can be taken away.
              if (!cell || (!cell.enabled && !line))
                return (
                  <td key={size.id} className={styles.none} title={cell ? '已停用' : undefined}>
                    —
                  </td>
                );
              const wrong = wrongOf({ line, field, name, errors });
              return (
                <td key={size.id}>
                  <div data-cell={size.id} data-line={`${grid.spu_id}-${color.id}`} title={wrong ?? cell.sku_no}>
                    <Input
                      id={`${id}-${cell.sku_id}`}
                      name={name}
                      field={{ ...field, required: false }}
                      value={line?.values[name] ?? null}
                      record={line?.values ?? nothing}
                      disabled={disabled}
                      invalid={wrong !== undefined}
                      label={`${grid.name} ${color.name} ${size.name}`}
                      onChange={(value: unknown) => onPut(new Map([[cell.sku_id, value]]))}
                    />
                  </div>
                </td>
              );
            })}
            <td className={styles.figure}>{total(grid.cells.filter((cell) => cell.color_id === color.id))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">合计</th>
          {grid.sizes.map((size) => (
            <td key={size.id} className={styles.figure}>
              {total(grid.cells.filter((cell) => cell.size_id === size.id))}
            </td>
          ))}
          <td className={styles.figure}>{total(grid.cells)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

interface Judged {
  line: FormLine | undefined;
  field: Field;
  name: string;
  errors: FormErrors;
}

/** What is wrong with a cell: with any field of its line, for a cell is all there is of it here. */
function wrongOf({ line, field, name, errors }: Judged): string | undefined {
  if (!line) return undefined;
  const own = Object.entries(errors).find(([path]) => path.startsWith(linePath(line.key, '')));
  return own?.[1] ?? unreadable(field, line.values[name]);
}

const nothing = {};
