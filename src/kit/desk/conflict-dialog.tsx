import { Button, Modal, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import type { Fields } from '#contract/kit/field.ts';
import type { Conflict, Difference } from '#src/engine/form/conflict.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';
import { settableFields, settableLineFields } from '#src/engine/form/values.ts';
import type { Values } from '#src/engine/row.ts';
import { Timeline } from './detail/timeline.tsx';
import { lookOf } from './kinds/index.ts';
import { useToast } from './toast.ts';

/** A value of the comparison in words, beside what stood there before; undefined where its kind shows it well. */
export type ShownValue = (name: string, value: unknown, before: unknown) => ReactNode;

interface ConflictDialogProps {
  form: FormCore;
  conflict: Conflict;
  shown?: ShownValue | undefined;
  onClose(): void;
}

/** Who changed what beside what is typed here. For each thing that both changed somebody says which counts; then it is saved as any form. */
export function ConflictDialog({ form, conflict, shown, onClose }: ConflictDialogProps) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const toast = useToast();
  const { definition } = form;
  const { fields, lines, added, steps } = conflict;
  const clashes = [...fields, ...lines].filter((one) => one.clashes);
  const choose = (key: string, isTheirs: boolean) => {
    const next = new Set(theirs);
    if (isTheirs) next.add(key);
    else next.delete(key);
    setTheirs(next);
  };
  const merge = () => {
    form.settle(theirs);
    toast.good('已合并，请核对后保存');
    onClose();
  };
  return (
    <Modal open width={880} title="对比并合并" okText="合并" cancelText="取消" onOk={merge} onCancel={onClose}>
      <ChooseAll clashes={clashes} onChoose={setTheirs} />
      <DifferenceTable>
        {fields.map((one) => (
          <DifferenceRow
            key={one.key}
            label={settableFields(definition)[one.key]?.label ?? one.key}
            fields={settableFields(definition)}
            shown={shown}
            difference={one}
            isTheirs={theirs.has(one.key)}
            onChoose={choose}
          />
        ))}
        {lines.map((one) => (
          <DifferenceRow
            key={one.key}
            label={definition.lines?.label ?? ''}
            fields={settableLineFields(definition)}
            difference={one}
            isTheirs={theirs.has(one.key)}
            onChoose={choose}
          />
        ))}
      </DifferenceTable>
      {added > 0 && (
        <p>
          对方另增加了 {added} 行{definition.lines?.label}，合并后保留。
        </p>
      )}
      <Timeline definition={definition} audit={steps} />
    </Modal>
  );
}

/** Above several that both changed: one answer for all of them. */
export function ChooseAll({
  clashes,
  onChoose,
}: {
  clashes: readonly Difference[];
  onChoose(theirs: ReadonlySet<string>): void;
}) {
  if (clashes.length < 2) return null;
  return (
    <p className="desk-conflict-all">
      <Button size="small" onClick={() => onChoose(new Set())}>
        全部用我的
      </Button>
      <Button size="small" onClick={() => onChoose(new Set(clashes.map((one) => one.key)))}>
        全部用对方的
      </Button>
    </p>
  );
}

/** What was there, what the other made of it, and what stands here; a row for each thing. */
export function DifferenceTable({ children }: { children: ReactNode }) {
  return (
    <table className="desk-conflict">
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">原来</th>
          <th scope="col">对方</th>
          <th scope="col">我的</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface DifferenceRowProps {
  label: string;
  fields: Fields;
  shown?: ShownValue | undefined;
  difference: Difference;
  isTheirs: boolean;
  onChoose(key: string, isTheirs: boolean): void;
}

/** One thing that either changed; where both did, somebody chooses. */
export function DifferenceRow({ label, fields, shown: inWords, difference, isTheirs, onChoose }: DifferenceRowProps) {
  const { key, clashes, before, theirs, mine } = difference;
  const shown = (values: Values | null) =>
    inWords?.(key, values?.[key], before?.[key]) ?? (
      <ShownValues fields={fields} values={values} labelled={key.includes('.')} />
    );
  const choice = (words: string, values: Values | null, ofTheirs: boolean) =>
    clashes ? (
      <Radio aria-label={`${label} ${words}`} checked={isTheirs === ofTheirs} onChange={() => onChoose(key, ofTheirs)}>
        {shown(values)}
      </Radio>
    ) : (
      shown(values)
    );
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{shown(before)}</td>
      <td>{choice('用对方的', theirs, true)}</td>
      <td>{choice('用我的', mine, false)}</td>
    </tr>
  );
}

/** One value, or those of a line that differ, each with its label. */
function ShownValues({ fields, values, labelled }: { fields: Fields; values: Values | null; labelled: boolean }) {
  if (values === null) return <span className="desk-hint">已删除</span>;
  return Object.entries(fields)
    .filter(([name]) => name in values)
    .map(([name, field]) => {
      const value = values[name];
      const isBlank = value === null || value === undefined || value === '';
      return (
        <div key={name}>
          {labelled && <span className="desk-hint">{field.label} </span>}
          {isBlank ? '空' : lookOf(field).cell({ value, field, name, record: values })}
        </div>
      );
    });
}
