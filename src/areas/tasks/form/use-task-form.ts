import { useCallback, useRef, useState } from 'react';
import type { StoreApi } from 'zustand';
import { addTask, type NewTask } from '#contract/areas/tasks/calls.ts';
import type { TaskForm } from '#contract/areas/tasks/form.ts';
import type { OutputOf } from '#contract/kit/call.ts';
import { checkForm } from '#src/engine/check-form.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { type FormErrors, noErrors, refusalErrors, withoutErrors } from '#src/engine/form-errors.ts';
import { noLines } from '#src/engine/form-lines.ts';
import type { Values } from '#src/engine/row.ts';
import { tasks } from '#src/engine/tasks.ts';
import { type Command, useCommand } from '#src/engine/use-command.ts';
import { toast } from '#src/kit/notice.ts';
import type { Sent } from '#src/wire/sent.ts';
import { payloadOf } from './draft.ts';
import { changedDraft, errorsInSight, type TaskDraft } from './form-layout.ts';

type Added = OutputOf<typeof addTask>;

interface TaskFormState {
  readonly errors: FormErrors;
  readonly command: Command<Added>;
  /** Sets one field; `shown` are companions such as the title of a chosen reference. */
  set(name: string, value: unknown, shown?: Values): void;
  /** Takes another span of time, in place of the one chosen before. */
  chooseSpan(label: string): void;
  /** Checks by the rules of the form and sends once; true when the task was made. */
  save(): Promise<boolean>;
  /** Sends a save of unknown outcome again. */
  retry(): Promise<boolean>;
}

interface TaskFormOptions {
  form: TaskForm;
  draft: StoreApi<TaskDraft>;
}

/**
 * A form of an export. Its draft lives with whoever opened it, so that it is there again after 上一步, and in a store, so
 * that a typed letter draws its own field again and not the dialog around it.
 */
export function useTaskForm({ form, draft }: TaskFormOptions): TaskFormState {
  const [errors, setErrors] = useState<FormErrors>(noErrors);
  const command = useCommand<Added>(tasks);
  // Set before anything is drawn: the second press of a double click must find it.
  const saving = useRef(false);
  const { definition } = form;

  const set = useCallback(
    (name: string, value: unknown, shown?: Values) => {
      const before = draft.getState();
      draft.setState(changedDraft(form, before, { values: { ...before.values, [name]: value, ...shown } }));
      const touched = [name, ...withIt(form, name), ''];
      setErrors((errors) => withoutErrors(errors, (path) => touched.includes(path)));
    },
    [form, draft],
  );
  const chooseSpan = useCallback(
    (label: string) => {
      draft.setState(changedDraft(form, draft.getState(), { span: label }));
      const ends = form.spans.flatMap(({ from, to }) => [from, to]);
      setErrors((errors) => withoutErrors(errors, (path) => ends.includes(path)));
    },
    [form, draft],
  );
  const settle = (sent: Sent<Added>): boolean => {
    if (sent.ok) return true;
    const { failure } = sent;
    if (failure.kind === 'refused' || failure.kind === 'forbidden') {
      const field = failure.kind === 'refused' ? failure.field : null;
      setErrors(errorsInSight(form, draft.getState(), refusalErrors(definition, { field, msg: wordsOf(failure) }, [])));
      toast(wordsOf(failure), 'bad');
    }
    return false;
  };

  const checkAndSend = async (): Promise<boolean> => {
    const stands = draft.getState();
    const found = await checkForm(definition, {
      mode: 'add',
      draft: { values: stands.values, lines: noLines },
      record: undefined,
    });
    setErrors(errorsInSight(form, stands, found));
    if (Object.keys(found).length > 0) return false;
    return settle(await command.run(addTask, { ...payloadOf(form, stands), task_type: form.type } as NewTask));
  };

  return {
    errors,
    command,
    set,
    chooseSpan,
    save: async () => {
      if (saving.current || command.unknown) return false;
      saving.current = true;
      const done = await checkAndSend();
      saving.current = false;
      return done;
    },
    retry: async () => settle(await command.retry()),
  };
}

// What stands on one end of a span, or on one half of a pair, is said of both; another kind of export begins anew.
function withIt({ spans, pairs, definition }: TaskForm, name: string): readonly string[] {
  if (definition.fields[name]?.required) return Object.keys(definition.fields);
  const span = spans.find(({ from, to }) => from === name || to === name);
  const pair = pairs.find(({ type, value }) => type === name || value === name);
  return [...(span ? [span.from, span.to] : []), ...(pair ? [pair.type, pair.value] : [])];
}
