import { type ClipboardEvent, type KeyboardEvent, memo } from 'react';
import type { PieceCell } from '#contract/areas/goods/init-spu.ts';
import { isBlock, readBlock } from '#src/engine/paste/paste-block.ts';
import { type Cells, cellKey } from './piece-cells.ts';
import styles from './piece-grid.module.css';

export interface GridSide {
  readonly id: number;
  readonly name: string;
}

/** What a cell does with what is done to it; the same functions always, so that rows which nothing happened to are not drawn again. */
export interface GridActions {
  toggle(colors: readonly number[], sizes: readonly number[]): void;
  /** What was typed as the barcode of one cell. */
  code(cell: PieceCell): void;
  /** A block that was pasted with its corner on a cell. */
  paste(block: readonly (readonly string[])[], corner: { readonly row: number; readonly column: number }): void;
}

interface PieceGridProps {
  colors: readonly GridSide[];
  sizes: readonly GridSide[];
  /** Numbers of the pieces that are there, by cell. */
  there: ReadonlyMap<string, string>;
  chosen: Cells;
  wrong: ReadonlyMap<string, string>;
  /** Cells take barcodes. */
  coding: boolean;
  /** Nobody ticks anything. */
  resting: boolean;
  actions: GridActions;
}

/** Colours down, sizes across. Plain inputs and rows that stand still: 40 by 20 of them answer at once. Arrows and Enter walk the cells. */
export function PieceGrid({ colors, sizes, actions, resting, ...cells }: PieceGridProps) {
  const allColors = colors.map(({ id }) => id);
  const allSizes = sizes.map(({ id }) => id);
  return (
    <div className={styles.frame}>
      <table className={styles.grid} onKeyDown={walk}>
        <thead>
          <tr>
            <th scope="col">
              <Whole words="全部" off={resting} onToggle={() => actions.toggle(allColors, allSizes)} />
            </th>
            {sizes.map(({ id, name }) => (
              <th key={id} scope="col">
                <Whole words={name} off={resting} onToggle={() => actions.toggle(allColors, [id])} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {colors.map((color, row) => (
            <PieceRow
              key={color.id}
              color={color}
              row={row}
              sizes={sizes}
              state={stateOf(color, sizes, cells)}
              coding={cells.coding}
              resting={resting}
              actions={actions}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What the cells of a row show, as one text: a row whose text is the same is the same. */
function stateOf(
  color: GridSide,
  sizes: readonly GridSide[],
  { there, chosen, wrong }: Pick<PieceGridProps, 'there' | 'chosen' | 'wrong'>,
): string {
  return JSON.stringify(
    sizes.map(({ id }) => {
      const key = cellKey({ color_value_id: color.id, size_id: id });
      return [there.get(key) ?? null, chosen.has(key), chosen.get(key)?.barcode ?? '', wrong.get(key) ?? null];
    }),
  );
}

interface PieceRowProps {
  color: GridSide;
  row: number;
  sizes: readonly GridSide[];
  state: string;
  coding: boolean;
  resting: boolean;
  actions: GridActions;
}

const PieceRow = memo(function PieceRow({ color, row, sizes, state, coding, resting, actions }: PieceRowProps) {
  const cells = JSON.parse(state) as [string | null, boolean, string, string | null][];
  return (
    <tr>
      <th scope="row">
        <Whole
          words={color.name}
          off={resting}
          onToggle={() =>
            actions.toggle(
              [color.id],
              sizes.map(({ id }) => id),
            )
          }
        />
      </th>
      {sizes.map((size, column) => {
        const [no = null, chosen = false, barcode = '', wrong = null] = cells[column] ?? [];
        const label = `${color.name} ${size.name}${no === null ? '' : ` ${no}`}`;
        const cell = { color_value_id: color.id, size_id: size.id };
        if (coding && no === null)
          return (
            <td key={size.id}>
              <input
                className={styles.code}
                data-at={`${row}/${column}`}
                aria-label={`${label} 条码`}
                aria-invalid={wrong !== null}
                title={wrong ?? undefined}
                placeholder={chosen ? '自动编码' : ''}
                value={barcode}
                disabled={resting}
                onChange={({ target }) => actions.code({ ...cell, barcode: target.value })}
                onPaste={(event: ClipboardEvent<HTMLInputElement>) => {
                  const text = event.clipboardData.getData('text');
                  if (!isBlock(text)) return;
                  event.preventDefault();
                  actions.paste(readBlock(text), { row, column });
                }}
              />
            </td>
          );
        return (
          <td key={size.id}>
            <input
              type="checkbox"
              data-at={`${row}/${column}`}
              aria-label={label}
              title={no ?? undefined}
              checked={no !== null || chosen}
              disabled={no !== null || resting}
              onChange={() => actions.toggle([color.id], [size.id])}
            />
          </td>
        );
      })}
    </tr>
  );
});

const steps: Readonly<Record<string, readonly [down: number, across: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Goes to the next cell that can be worked on in the way of the key; within a text, left and right are the text's. */
function walk(event: KeyboardEvent<HTMLTableElement>): void {
  const from = event.target as HTMLInputElement;
  const step = steps[event.key];
  if (!step || from.dataset['at'] === undefined) return;
  const [down, across] = step;
  if (across !== 0 && from.type !== 'checkbox') return;
  event.preventDefault();
  let [row = 0, column = 0] = from.dataset['at'].split('/').map(Number);
  for (;;) {
    row += down;
    column += across;
    const next = event.currentTarget.querySelector<HTMLInputElement>(`[data-at="${row}/${column}"]`);
    if (!next) return;
    if (next.disabled) continue;
    next.focus();
    return;
  }
}

/** A name that ticks everything of its row or column. */
function Whole({ words, off, onToggle }: { words: string; off: boolean; onToggle(): void }) {
  return off ? (
    words
  ) : (
    <button type="button" className={styles.whole} onClick={onToggle}>
      {words}
    </button>
  );
}
