import type { TableRef } from 'antd/es/table';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useMemo } from 'react';
import type { Field } from '#contract/kit/field.ts';
import {
  type AxisRecord,
  type CrossFields,
  type CrossValues,
  crossCell,
  crossWork,
  linesByCell,
  pastedCross,
} from '#src/engine/form/cross.ts';
import { linePath } from '#src/engine/form/errors.ts';
import type { FormLine } from '#src/engine/form/lines.ts';
import { sumOfCells } from '#src/engine/form/matrix.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';
import { isBlock } from '#src/engine/paste/paste-block.ts';
import { unreadable } from '../kinds/unreadable.ts';
import { fieldIn } from './field-in.ts';
import { cellsOf, walkCells } from './line-keys.ts';
import type { Cross } from './use-standing.ts';

interface Asked {
  readonly form: FormCore;
  readonly of: CrossFields;
  readonly cross: Cross;
  /** What holds the cells, and the table that brings them into sight. */
  readonly box: RefObject<HTMLDivElement | null>;
  readonly table: RefObject<TableRef | null>;
}

/** The cells of a cross: which line each is, what they come to, and how keys and pasted blocks go through them. */
export interface CrossCells {
  readonly field: Field;
  lineAt(goods: number, across: number): FormLine | undefined;
  /** Why a line cannot be saved. */
  wrongIn(line: FormLine | undefined): string | undefined;
  sumDown(across: number): number;
  sumAcross(goods: number): number;
  /** Sets cells by `crossCell`; an empty one is no line. */
  put(values: CrossValues): void;
  takeAway(which: (line: FormLine) => boolean): void;
  readonly keyDown: (event: KeyboardEvent<HTMLDivElement>) => void;
  readonly pasted: (event: ClipboardEvent<HTMLDivElement>) => void;
}

/** The lines of a form as the cells of a cross. */
export function useCrossCells({ form, of, cross, box, table }: Asked): CrossCells {
  const { definition, lines, errors, resting } = form;
  const { goods, across } = cross;
  const cells = useMemo(() => linesByCell(of, lines), [of, lines]);
  const field = fieldIn(definition, of.qty);
  const put = (values: CrossValues) => {
    const named = { goods: byId(goods.all), across: byId(across.all) };
    const work = crossWork(of, lines, { cells: values, named });
    if (work.changes.size > 0) form.changeLines(work.changes);
    if (work.removed.size > 0) form.removeLines(work.removed);
    if (work.added.length > 0) form.addLines(work.added);
  };
  const takeAway = (which: (line: FormLine) => boolean) =>
    form.removeLines(new Set(lines.rows.filter(which).map(({ key }) => key)));
  const lineAt = (one: number, other: number) => cells.get(crossCell(one, other));
  const valueOf = (one: number, other: number) => lineAt(one, other)?.values[of.qty];
  const sumDown = (other: number) => sumOfCells(goods.all.map((one) => valueOf(one.id, other)));
  const sumAcross = (one: number) => sumOfCells(across.all.map((other) => valueOf(one, other.id)));
  const keys = goods.all.map((one) => String(one.id));
  const reveal = (key: string) => table.current?.scrollTo({ key: Number(key) });

  const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement)) return;
    const cell = target.closest<HTMLElement>('[data-cell]');
    if (!cell) return;
    if (event.key.startsWith('Arrow')) return walkCells(event, { keys, reveal });
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    const next = cellsOf(box.current)[cellsOf(box.current).indexOf(target) + 1];
    if (next) return enter(next);
    // The next goods are out of sight: they come into being first.
    const below = keys[keys.indexOf(cell.dataset['line'] ?? '') + 1];
    if (below === undefined) return;
    reveal(below);
    requestAnimationFrame(() =>
      enter(cellsOf(box.current).find((one) => one.closest<HTMLElement>('[data-cell]')?.dataset['line'] === below)),
    );
  };
  const pasted = (event: ClipboardEvent<HTMLDivElement>) => {
    const text = event.clipboardData.getData('text');
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-cell]') : null;
    if (!cell || resting || !isBlock(text)) return;
    event.preventDefault();
    const at = { goods: Number(cell.dataset['line']), across: Number(cell.dataset['cell']) };
    put(pastedCross({ rows: goods.all, columns: across.all }, text, { at, field }));
  };
  const wrongIn = (line: FormLine | undefined): string | undefined =>
    line &&
    (Object.entries(errors).find(([path]) => path.startsWith(linePath(line.key, '')))?.[1] ??
      unreadable(field, line.values[of.qty]));
  return { field, lineAt, wrongIn, sumDown, sumAcross, put, takeAway, keyDown, pasted };
}

const byId = (all: readonly AxisRecord[]) => new Map(all.map((one) => [one.id, one]));

function enter(input: HTMLInputElement | undefined): void {
  input?.focus();
  input?.select();
}
