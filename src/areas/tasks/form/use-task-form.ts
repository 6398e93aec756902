import { useCallback } from 'react';
import { addTask, type NewTask } from '#contract/areas/tasks/calls.ts';
import type { TaskForm } from '#contract/areas/tasks/form.ts';
import type { OutputOf } from '#contract/kit/call.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { type FormCore, useFormCore } from '#src/engine/form/use-form-core.ts';
import type { Values } from '#src/engine/row.ts';
import { tasks } from '#src/engine/tasks.ts';
import { type Command, useCommand } from '#src/engine/use-command.ts';
import { toast } from '#src/kit/notice.ts';
import type { Sent } from '#src/wire/sent.ts';
import { draftIn, formName, type HeldForm, payloadOf, spanKey, spanOf, tasksPlace } from './draft.ts';
import { changedDraft, errorsInSight, type TaskDraft } from './form-layout.ts';

type Added = OutputOf<typeof addTask>;

interface TaskFormState {
  /** What every form knows. */
  readonly core: FormCore;
  readonly draft: TaskDraft;
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

/** A form of an export: the core of forms, with what goes together in it and what it leaves out of sight. */
export function useTaskForm(held: HeldForm): TaskFormState {
  const { form, fresh, store } = held;
  const command = useCommand<Added>(tasks);
  const core = useFormCore({
    definition: form.definition,
    form: formName(form),
    place: tasksPlace,
    judgedAs: 'add',
    record: undefined,
    fresh: fresh.values,
    ready: true,
    readAgain: async () => undefined,
    command,
    placed: (errors, values) => errorsInSight(form, { values, span: spanOf(form, values) }, errors),
    store,
  });
  const { put, during } = core;

  const change = useCallback(
    (next: Partial<TaskDraft>, mended: readonly string[]) => {
      const before = draftIn(held);
      const { values, span } = changedDraft(form, before, next);
      const changed = Object.entries(values).filter(([name, value]) => before.values[name] !== value);
      put({ ...Object.fromEntries(changed), [spanKey]: span }, mended);
    },
    [held, form, put],
  );
  const set = useCallback(
    (name: string, value: unknown, shown?: Values) =>
      change({ values: { ...draftIn(held).values, [name]: value, ...shown } }, withIt(form, name)),
    [held, form, change],
  );
  const chooseSpan = useCallback(
    (label: string) =>
      change(
        { span: label },
        form.spans.flatMap(({ from, to }) => [from, to]),
      ),
    [form, change],
  );
  const settle = (sent: Sent<Added>): boolean => {
    if (sent.ok) core.discard();
    else {
      core.refuse(sent.failure);
      if (sent.failure.kind === 'refused' || sent.failure.kind === 'forbidden') toast(wordsOf(sent.failure), 'bad');
    }
    return sent.ok;
  };
  const checkAndSend = async (): Promise<boolean> => {
    if (!(await core.check())) return false;
    const payload = payloadOf(form, { values: core.values });
    return settle(await command.run(addTask, { ...payload, task_type: form.type } as NewTask));
  };

  return {
    core,
    draft: { values: core.values, span: spanOf(form, core.values) },
    command,
    set,
    chooseSpan,
    save: async () => (command.unknown || command.running ? false : ((await during(checkAndSend)) ?? false)),
    retry: async () => (await during(async () => settle(await command.retry()))) ?? false,
  };
}

// What stands on one end of a span, or on one half of a pair, is said of both; another kind of export begins anew.
function withIt({ spans, pairs, definition }: TaskForm, name: string): readonly string[] {
  if (definition.fields[name]?.required) return Object.keys(definition.fields);
  const span = spans.find(({ from, to }) => from === name || to === name);
  const pair = pairs.find(({ type, value }) => type === name || value === name);
  return [...(span ? [span.from, span.to] : []), ...(pair ? [pair.type, pair.value] : [])];
}
