import { Table } from 'antd';
import { useMemo } from 'react';
import { fieldFor } from '#contract/kit/conditions.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import { shownNames } from '#contract/kit/mask.ts';
import type { LineAnswer } from '#src/engine/detail/step-lines.ts';
import type { Step, TransitionsView } from '#src/engine/detail/use-transitions.ts';
import { linePath } from '#src/engine/form/errors.ts';
import { useSeen } from '#src/engine/use-seen.ts';
import { lineColumnsOf } from '../columns.tsx';
import { EmptyFace } from '../faces.tsx';
import { lookOf } from '../kinds/index.ts';
import { LineCell } from '../lines/line-cell.tsx';

interface AskedLinesProps {
  definition: AnyDefinition;
  step: Step;
  disabled: boolean;
  on: Pick<TransitionsView, 'answer' | 'split' | 'unsplit'>;
}

/** What a step asks of each line: the line as it stands, and an input for each answer; one line may be answered several times. */
export function AskedLines({ definition: declared, step, disabled, on }: AskedLinesProps) {
  const definition = useSeen(declared);
  const { transition, lineFields, answers, errors } = step;
  const { many, beside } = transition.asksLines ?? {};
  // Fields of the lines that nobody but this step writes are typed here.
  const asked = useMemo(
    () => Object.entries(lineFields).map(([name, field]) => [name, { ...field, derived: false }] as const),
    [lineFields],
  );
  const names = beside ?? Object.keys(definition.lines?.fields ?? {}).filter((name) => !(name in lineFields));
  const columns = lineColumnsOf(definition, shownNames(definition, names));
  const width =
    columns.reduce((sum, column) => sum + column.width, 0) +
    asked.reduce((sum, [, field]) => sum + inputWidth(field), 0) +
    (many ? splitWidth : 0);
  return (
    <section className="desk-lines" aria-label={definition.lines?.label}>
      {errors.lines !== undefined && (
        <p className="desk-wrong" role="alert">
          {errors.lines}
        </p>
      )}
      <Table<LineAnswer>
        size="small"
        className="desk-sheet"
        rowKey="key"
        dataSource={answers as LineAnswer[]}
        pagination={false}
        virtual
        tableLayout="fixed"
        scroll={{ x: width, y: 360 }}
        locale={{ emptyText: <EmptyFace /> }}
        columns={[
          ...columns.map((column) => ({
            key: column.name,
            title: column.label,
            width: column.width,
            ...(column.align ? { align: column.align } : {}),
            // What is read of a line stands once, however often it is answered.
            render: (_value: unknown, { key, line }: LineAnswer) => (key.includes('-') ? null : column.render(line)),
          })),
          ...asked.map(([name, field]) => ({
            key: `asked-${name}`,
            title: field.required === true ? `${field.label} *` : field.label,
            width: inputWidth(field),
            render: (_value: unknown, answer: LineAnswer, at: number) => (
              <LineCell
                line={answer}
                at={at}
                name={name}
                field={fieldFor(field, answer.values)}
                error={errors[linePath(answer.key, name)]}
                disabled={disabled}
                among={
                  field.among &&
                  JSON.stringify(field.among({ ...answer.line, ...answer.values }, step.records[0] ?? {}))
                }
                onChange={on.answer}
              />
            ),
          })),
          ...(many
            ? [
                {
                  key: 'split',
                  title: '操作',
                  width: splitWidth,
                  render: (_value: unknown, { key }: LineAnswer) =>
                    key.includes('-') ? (
                      <button
                        type="button"
                        className="desk-link desk-link-danger"
                        disabled={disabled}
                        onClick={() => on.unsplit(key)}
                      >
                        删除
                      </button>
                    ) : (
                      <button type="button" className="desk-link" disabled={disabled} onClick={() => on.split(key)}>
                        拆分
                      </button>
                    ),
                },
              ]
            : []),
        ]}
      />
    </section>
  );
}

const splitWidth = 72;

// A cell with an input needs room for its frame.
const inputWidth = (field: Field): number => Math.max(120, lookOf(field).width + 24);
