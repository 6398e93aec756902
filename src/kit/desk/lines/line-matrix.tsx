import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { spu } from '#contract/areas/goods/spu.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import {
  type CellValues,
  linesByGoods,
  type MatrixFields,
  pastedCells,
  sumOfCells,
  workOf,
} from '#src/engine/form/matrix.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';
import { isBlock } from '#src/engine/paste/paste-block.ts';
import { useShortcuts } from '../../shortcuts.ts';
import { EmptyFace, FailureFace } from '../faces.tsx';
import { Chooser } from '../kinds/chooser.tsx';
import { cellsOf, sheetShortcuts, walkCells } from './line-keys.ts';
import styles from './line-matrix.module.css';
import { StyleTable } from './style-table.tsx';
import { useStyleGrids } from './use-style-grids.ts';

interface LineMatrixProps {
  form: FormCore;
  of: MatrixFields;
}

/**
 * The lines of a form by style: colours down, sizes across, a quantity in each cell. They stay lines of goods: a cell that is filled is a
 * line, one that is emptied is none. Arrows and Enter go from cell to cell, a block from a spreadsheet is pasted where the
 * cursor stands.
 */
export function LineMatrix({ form, of }: LineMatrixProps) {
  const { definition, lines, errors, resting } = form;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const rows = linesByGoods(of, lines);
  const { grids, failure, reload } = useStyleGrids([...rows.keys()], chosen);
  const field = definition.lines?.fields[of.qty];
  useShortcuts(sheetShortcuts);
  if (!field) throw new Error(`${definition.name} has no line field ${of.qty}`);
  const named = new Map(
    grids.flatMap(({ cells }) =>
      cells.map(({ sku_id, sku_no, name }) => [sku_id, { title: sku_no, hint: name }] as const),
    ),
  );
  const put = (cells: CellValues) => {
    const work = workOf(of, lines, { cells, named });
    if (work.changes.size > 0) form.changeLines(work.changes);
    if (work.removed.size > 0) form.removeLines(work.removed);
    if (work.added.length > 0) form.addLines(work.added);
  };
  const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || !target.closest('[data-cell]')) return;
    if (event.key.startsWith('Arrow')) {
      const keys = grids.flatMap(({ spu_id, colors }) => colors.map((color) => `${spu_id}-${color.id}`));
      walkCells(event, { keys, reveal: () => undefined });
      return;
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    const cells = cellsOf(box.current);
    const next = cells[cells.indexOf(target) + 1];
    next?.focus();
    next?.select();
  };
  const pasted = (event: ClipboardEvent<HTMLDivElement>) => {
    const text = event.clipboardData.getData('text');
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-cell]') : null;
    const [spuId, colorId] = (cell?.dataset['line'] ?? '').split('-').map(Number);
    const grid = grids.find(({ spu_id }) => spu_id === spuId);
    if (!cell || !grid || resting || !isBlock(text)) return;
    event.preventDefault();
    put(pastedCells(grid, text, { at: { color_id: colorId ?? 0, size_id: Number(cell.dataset['cell']) }, field }));
  };
  const known = new Set(named.keys());
  const strangers = [...rows.keys()].filter((one) => !known.has(one)).length;

  return (
    <section className="desk-lines" aria-label={`${definition.lines?.label ?? ''}尺码表`}>
      <header className="desk-lines-head">
        <h2>{definition.lines?.label}</h2>
        {errors.lines !== undefined && (
          <span className="desk-wrong" role="alert">
            {errors.lines}
          </span>
        )}
        <label className={styles.add} htmlFor={`${id}-style`}>
          <span>添加商品</span>
          <Chooser
            id={`${id}-style`}
            definition={spu}
            ids={none}
            known={none}
            placeholder="输入商品名称、编码"
            disabled={resting}
            onPick={([option]) => option && setChosen((before) => [...new Set([...before, option.id])])}
          />
        </label>
      </header>
      {failure && <FailureFace failure={failure} onRetry={reload} />}
      <div ref={box} role="group" onKeyDownCapture={keyDown} onPasteCapture={pasted}>
        {grids.length === 0 && !failure && <EmptyFace words="添加商品后，按颜色和尺码填写数量" />}
        {grids.map((grid) => (
          <StyleTable
            key={grid.spu_id}
            grid={grid}
            field={field}
            name={of.qty}
            rows={rows}
            errors={errors}
            disabled={resting}
            onPut={put}
            onRemove={() => {
              put(new Map(grid.cells.map(({ sku_id }) => [sku_id, null])));
              setChosen((before) => before.filter((one) => one !== grid.spu_id));
            }}
          />
        ))}
      </div>
      <footer className="desk-lines-foot">
        <span>{`合计 ${grouped(rows.size)} 个货品，${grouped(sumOfCells([...rows.values()].map(({ values }) => values[of.qty])))} 件`}</span>
        {strangers > 0 && <span className="desk-hint">{`另有 ${strangers} 个货品只在“逐行”中`}</span>}
      </footer>
    </section>
  );
}

const none: readonly never[] = [];
