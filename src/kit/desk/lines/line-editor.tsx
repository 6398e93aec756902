import { Button, Table } from 'antd';
import type { TableRef } from 'antd/es/table';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { fieldFor, isRequired, isVisible } from '#contract/kit/conditions.ts';
import { type AnyDefinition, mostLines } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import { shownNames } from '#contract/kit/mask.ts';
import { linePath } from '#src/engine/form/errors.ts';
import { columnsOf, type FormLine } from '#src/engine/form/lines.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';
import { freshValues, shownLineFields, withComputed } from '#src/engine/form/values.ts';
import { isBlock } from '#src/engine/paste/paste-block.ts';
import { usePaste } from '#src/engine/paste/use-paste.ts';
import type { Values } from '#src/engine/row.ts';
import { useShortcuts } from '../../shortcuts.ts';
import { EmptyFace } from '../faces.tsx';
import { lookOf } from '../kinds/index.ts';
import { type BesideColumn, besideColumns } from './beside.tsx';
import { LineCell } from './line-cell.tsx';
import { cellsOf, sheetShortcuts, walkCells } from './line-keys.ts';
import { LineTotals } from './line-totals.tsx';

interface LineEditorProps {
  form: FormCore;
  /** Fields to show; all that may be set by default. One that nobody may set is shown as the line says it. */
  names?: readonly string[] | undefined;
  /** Fields summed below. */
  totals?: readonly string[] | undefined;
  /** Figures that stand behind what is typed of each line. */
  beside?: readonly BesideColumn[] | undefined;
  height?: number;
  /** The lines are those of a document: none is added here, and none taken away. */
  fixed?: boolean;
  /** Fields that were set as the line was chosen: shown, not typed. Lines are chosen elsewhere then, and taken away here. */
  picked?: readonly string[] | undefined;
  /** What may be done with one line, in place of taking it away. */
  ways?: ((line: FormLine) => ReactNode) | undefined;
  /** A line to be brought into sight; another object asks for it again. */
  reveal?: { readonly key: string } | undefined;
}

/** A field of the lines that somebody else sets and a person types beside. */
function toldOf({ lines }: AnyDefinition, name: string): Field | undefined {
  const field = lines?.fields[name];
  return field?.derived ? field : undefined;
}

/**
 * The lines of a form as a sheet: Enter, Tab and the arrows go from cell to cell, a block from Excel is pasted where the cursor
 * stands, 5,000 lines stay quick because only those in view exist.
 */
export function LineEditor({
  form,
  names,
  totals = [],
  beside = [],
  height = 400,
  fixed = false,
  picked,
  ways,
  reveal,
}: LineEditorProps) {
  const { definition, lines, errors } = form;
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<TableRef>(null);
  const grows = !fixed && !picked;
  const paste = usePaste(form, { grows });
  const fields = shownLineFields(definition);
  const record = form.values;
  const columns = columnsOf(definition, lines, record);
  const shown = (names ?? Object.keys(columns)).flatMap((name) => {
    const field = columns[name] ?? toldOf(definition, name);
    if (!field) return [];
    return [{ name, field: picked?.includes(name) ? { ...field, derived: true } : field }];
  });
  const fresh = freshValues(fields);
  const values = lines.rows.length === 0 ? [fresh] : lines.rows.map((line) => line.values);
  const inputs = shown.filter(({ field }) => !field.derived && isVisible(field, fresh, record)).length;
  const { resting } = form;
  const waysWidth = ways || !fixed ? removeWidth : 0;
  const besideWidth = beside.reduce((sum, one) => sum + one.width, 0);
  const width = shown.reduce((sum, { field }) => sum + widthOf(field), indexWidth + waysWidth + besideWidth);
  const full = !grows || lines.rows.length >= mostLines(definition);

  // An input that rests loses the focus: who pasted goes on where they were, unless they have gone elsewhere.
  const left = useRef<HTMLElement>(null);
  useEffect(() => {
    if (resting) return;
    if (document.activeElement === document.body) left.current?.focus();
    left.current = null;
  }, [resting]);

  useEffect(() => {
    if (reveal) table.current?.scrollTo({ key: reveal.key });
  }, [reveal]);

  const add = () => {
    form.addLines([{}]);
    // The new row exists after the next paint; in a long list it must be scrolled into being first.
    requestAnimationFrame(() => {
      table.current?.scrollTo({ top: Number.MAX_SAFE_INTEGER });
      requestAnimationFrame(() => cellsOf(box.current).at(-inputs)?.focus());
    });
  };
  useShortcuts(sheetShortcuts);
  const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target } = event;
    if (target instanceof HTMLInputElement && event.key.startsWith('Arrow')) {
      const keys = lines.rows.map((line) => line.key);
      walkCells(event, { keys, reveal: (key) => table.current?.scrollTo({ key }) });
      return;
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
    // An open list of options takes Enter itself.
    if (target.getAttribute('aria-expanded') === 'true') return;
    event.preventDefault();
    event.stopPropagation();
    const cells = cellsOf(box.current);
    const next = cells[cells.indexOf(target) + 1];
    if (next) next.focus();
    else if (!full && !resting) add();
  };
  const pasted = (event: ClipboardEvent<HTMLDivElement>) => {
    const text = event.clipboardData.getData('text');
    if (!isBlock(text) || resting) return;
    event.preventDefault();
    left.current = event.target instanceof HTMLElement ? event.target : null;
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-cell]') : null;
    void paste.take(text, { key: cell?.dataset.line, field: cell?.dataset.cell ?? shown[0]?.name ?? '' });
  };

  return (
    <section className="desk-lines" aria-label={definition.lines?.label}>
      <header className="desk-lines-head">
        <h2>{definition.lines?.label}</h2>
        {errors.lines !== undefined && (
          <span className="desk-wrong" role="alert">
            {errors.lines}
          </span>
        )}
        {paste.progress && <span role="status">{`正在识别 ${paste.progress.done}/${paste.progress.of}`}</span>}
        {paste.words && (
          <span className="desk-wrong" role="alert" title={paste.unknown.join('\n')}>
            {paste.words}
            {paste.unknown.length > 0 &&
              `：${paste.unknown.slice(0, 5).join('、')}${paste.unknown.length > 5 ? ' …' : ''}`}
          </span>
        )}
      </header>
      <div
        ref={box}
        role="group"
        style={{ maxInlineSize: width * 1.2 }}
        onKeyDownCapture={keyDown}
        onPasteCapture={pasted}
      >
        <Table<FormLine>
          ref={table}
          size="small"
          className="desk-sheet"
          rowKey="key"
          dataSource={lines.rows as FormLine[]}
          pagination={false}
          virtual
          tableLayout="fixed"
          scroll={{ x: width, y: height }}
          locale={{ emptyText: <EmptyFace words={grows ? '暂无数据，可新增一行，或从 Excel 粘贴' : '暂无数据'} /> }}
          columns={[
            {
              key: '#',
              title: '序号',
              width: indexWidth,
              align: 'end',
              className: 'desk-figure',
              render: (_value, _line, index) => index + 1,
            },
            ...shown.map(({ name, field }) => ({
              key: name,
              width: widthOf(field),
              title: isAsked(field, values, record) ? `${field.label} *` : field.label,
              render: (_value: unknown, line: FormLine, index: number) => (
                <LineCell
                  line={line}
                  at={index}
                  name={name}
                  field={fieldFor(field, line.values, record)}
                  computed={field.compute && withComputed(fields, line.values, record)[name]}
                  error={errors[linePath(line.key, name)]}
                  disabled={resting}
                  among={field.among && JSON.stringify(field.among(line.values, record))}
                  onChange={form.changeLines}
                />
              ),
            })),
            ...besideColumns(beside),
            ...(waysWidth > 0
              ? [
                  {
                    key: '操作',
                    title: '操作',
                    width: waysWidth,
                    render: (_value: unknown, line: FormLine) =>
                      ways ? (
                        ways(line)
                      ) : (
                        <button
                          type="button"
                          className="desk-link desk-link-danger"
                          disabled={resting}
                          onClick={() => form.removeLines(new Set([line.key]))}
                        >
                          删除
                        </button>
                      ),
                  },
                ]
              : []),
          ]}
        />
      </div>
      <footer className="desk-lines-foot">
        {grows && (
          <Button size="small" disabled={resting || full} onClick={add}>
            新增一行
          </Button>
        )}
        <LineTotals rows={lines.rows} record={record} fields={fields} names={shownNames(definition, totals)} />
      </footer>
    </section>
  );
}

/** A column is marked when every line asks for something in it. */
const isAsked = (field: Field, lines: readonly Values[], record: Values): boolean =>
  field.required === true ||
  (typeof field.required === 'function' && lines.every((line) => isRequired(field, line, record)));

const indexWidth = 56;
const removeWidth = 64;

// A cell with an input needs room for its frame, and for what the record chosen is called.
function widthOf(field: Field): number {
  return Math.max(120, lookOf(field).width + 24) + (field.target?.().hint ? 140 : 0);
}
