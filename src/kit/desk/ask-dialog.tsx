import { Modal } from 'antd';
import { useId, useState } from 'react';
import type { Call } from '#contract/kit/call.ts';
import { fieldsFor } from '#contract/kit/conditions.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import { isGiven } from '#contract/kit/given.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Values } from '#src/engine/row.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { FieldRow } from './field-row.tsx';
import { useToast } from './toast.ts';
import { useGuardedClose } from './use-guarded-close.tsx';

/** What is asked, of which call, and what is said when it was done. */
export interface Asking<In, Out> {
  readonly title: string;
  /** Of them those that the answers so far ask for. */
  readonly fields: Fields;
  /** What stands there already. */
  readonly given?: Values;
  readonly call: Call<In, Out>;
  readonly input: (values: Values) => In;
  /** What came of it; words that begin with nothing are a refusal in part. */
  readonly done: (out: Out) => { good?: string; wrong?: string };
}

interface AskDialogProps<In, Out> {
  asking: Asking<In, Out>;
  /** Of which the records are others afterwards, and read again. */
  changes: readonly AnyDefinition[];
  onClose(): void;
}

/** A short question before something is done: its fields, what is wrong with them, and nothing sent twice. */
export function AskDialog<In, Out>({ asking, changes, onClose }: AskDialogProps<In, Out>) {
  const id = useId();
  const toast = useToast();
  const command = useCommand<Out>(changes);
  const [given] = useState<Values>(asking.given ?? {});
  const [values, setValues] = useState(given);
  const { close, question } = useGuardedClose(values !== given, onClose);
  const [partly, setPartly] = useState('');
  const { failure } = command;
  const field = failure?.kind === 'refused' ? failure.field : undefined;
  const fields = fieldsFor(asking.fields, values);
  const missing = Object.entries(fields).some(([name, one]) => one.required === true && !isGiven(values[name]));
  const send = async () => {
    const sent = await (command.unknown ? command.retry() : command.run(asking.call, asking.input(values)));
    if (!sent.ok) return;
    const { good, wrong } = asking.done(sent.value);
    if (good) toast.good(good);
    if (wrong) setPartly(wrong);
    else onClose();
  };
  return (
    <Modal
      open
      title={asking.title}
      okText={command.unknown ? '重试' : '确定'}
      okButtonProps={{ disabled: missing, loading: command.running }}
      onOk={() => void send()}
      onCancel={close}
    >
      {Object.entries(fields).map(([name, one], index) => (
        <FieldRow
          key={name}
          id={`${id}-${name}`}
          name={name}
          field={one}
          values={values}
          onChange={(changedName, value) => setValues((before) => ({ ...before, [changedName]: value }))}
          error={failure && field === name ? wordsOf(failure) : undefined}
          disabled={command.running || command.unknown}
          autoFocus={index === 0}
        />
      ))}
      {((failure && !(field && field in fields)) || partly) && (
        <p className="desk-wrong" role="alert">
          {failure ? wordsOf(failure) : partly}
        </p>
      )}
      {question}
    </Modal>
  );
}
