import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Saved, transitionCall } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { type CalledTransition, calledTransitions } from '#contract/kit/transition.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useOnlyAmong, useOnlyChoices } from '#src/engine/form/use-only-choices.ts';
import type { Values } from '#src/engine/row.ts';
import { useGoBack } from '#src/engine/use-address.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import { type FormView, useForm } from '#src/engine/use-form.ts';
import { isPassing, type Sent } from '#src/wire/sent.ts';
import { useStepSaid } from './detail/use-step-said.ts';
import { Form } from './form.tsx';
import { FormNotices } from './form-notices.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { type LinesFace, LinesRoom } from './lines/lines-room.tsx';
import { PageFrame } from './page-frame.tsx';
import { useToast } from './toast.ts';

export interface FormPageProps {
  definition: AnyDefinition;
  /** The record to edit; a new one without. */
  id?: number | undefined;
  /** 新增〈label〉 or 编辑〈label〉 by default. */
  title?: string;
  given?: Values;
  /** Fields to show; all that may be set by default. */
  names?: readonly string[];
  /** Columns of the line editor to be summed. */
  totals?: readonly string[];
  /** How lines of goods in quantities are filled in first: line by line by default. */
  linesAs?: LinesFace;
  /** The list it belongs to: where back leads when one came by a link. */
  listAt: string;
  /** Where to go after a save; back by default. */
  savedAt?: (saved: Saved) => string;
  slots?: {
    extra?: (form: FormView) => ReactNode;
    above?: (form: FormView) => ReactNode;
    /** Instead of the line editor. */
    lines?: (form: FormView) => ReactNode;
  };
}

/** The form page of a definition: new without an id, edit with one (design §3). */
export function FormPage({
  definition,
  id,
  title,
  given,
  names,
  totals,
  linesAs,
  listAt,
  savedAt,
  slots = {},
}: FormPageProps) {
  const only = useOnlyChoices(definition, id === undefined);
  const known = JSON.stringify({ ...only, ...given });
  const begins = useMemo(() => JSON.parse(known) as Values, [known]);
  const form: FormView = useForm(definition, { id, given: begins });
  useOnlyAmong(form);
  const held = useDirtyGuard(form.dirty);
  const navigate = useNavigate();
  const goBack = useGoBack(listAt);
  const toast = useToast();
  const submit = useSubmit(definition);
  const said = useStepSaid(definition);
  const [saved, setSaved] = useState<Saved | null>(null);

  // Left only when the form counts as clean, or its own guard would hold it back.
  useEffect(() => {
    if (!saved || form.dirty) return;
    if (savedAt) void navigate(savedAt(saved), { replace: true });
    else goBack();
  }, [saved, form.dirty, savedAt, navigate, goBack]);

  // What was asked for holds for the retry of a save too, whose outcome nobody knew.
  const asked = useRef<Submit['send']>(undefined);
  const save = async (then?: typeof submit) => {
    asked.current = then?.send;
    await settle(await form.save());
  };
  const settle = async (done: Saved | undefined) => {
    if (!done) return;
    const send = asked.current;
    if (send) tell(await form.during(() => send(done)), done);
    else toast.saved(done);
    setSaved(done);
  };
  const tell = (sent: Sent<Saved> | undefined, done: Saved) => {
    if (sent?.ok) {
      if (submit) void said({ transition: submit.transition }, { ...sent.value, id: done.id });
      return;
    }
    if (sent && isPassing(sent.failure)) toast.bad('已保存，提交的结果未知，请查看单据状态');
    else toast.bad(`已保存，未提交：${sent ? wordsOf(sent.failure) : ''}`);
  };

  return (
    <PageFrame
      title={title ?? `${form.mode === 'add' ? '新增' : '编辑'}${definition.label}`}
      extra={slots.extra?.(form)}
      loading={form.loading}
      failure={form.failure}
      onRetry={form.reload}
    >
      <FormNotices form={form} />
      {slots.above?.(form)}
      <Form
        form={form}
        names={names}
        onSave={() => void save()}
        onRetry={() => void form.retrySave().then(settle)}
        onCancel={goBack}
        onSaveAndSubmit={submit && (() => void save(submit))}
      >
        {definition.lines && (slots.lines?.(form) ?? <LinesRoom form={form} totals={totals} first={linesAs} />)}
      </Form>
      {held && <LeaveDialog held={held} />}
    </PageFrame>
  );
}

interface Submit {
  readonly transition: CalledTransition;
  readonly send: (saved: Saved) => Promise<Sent<Saved>>;
}

/** Sends the submitting transition of a document just saved; undefined where there is none or no key for it. */
function useSubmit(definition: AnyDefinition): Submit | undefined {
  const mayUse = useMayUse();
  const command = useCommand<Saved>(definition);
  const found = calledTransitions(definition).find(
    ([, transition]) =>
      transition.submits && (definition.editable ?? []).some((state) => transition.from.includes(state)),
  );
  if (!found || !mayUse(found[1].access)) return undefined;
  const [name, transition] = found;
  return {
    transition,
    send: ({ id, version }) => command.run(transitionCall(definition, name), { id, version }),
  };
}
