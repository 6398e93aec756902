import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import type { Saved } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Values } from '#src/engine/row.ts';
import { type FormView, useForm } from '#src/engine/use-form.ts';
import { FailureFace, LoadingFace } from './faces.tsx';
import { Form } from './form.tsx';
import { FormNotices } from './form-notices.tsx';
import { useToast } from './toast.ts';
import { useGuardedClose } from './use-guarded-close.tsx';

interface FormDrawerProps {
  definition: AnyDefinition;
  /** The record to edit; a new one without. */
  id?: number | undefined;
  given?: Values;
  names?: readonly string[];
  title?: string;
  /** Pixels. */
  size?: number;
  onClose(): void;
  /** Below the fields: the lines. */
  children?: (form: FormView) => ReactNode;
}

/** A short form beside its list. Mounted while open, so that each opening is a new form with an op id of its own. */
export function FormDrawer({ definition, id, given, names, title, size = 440, onClose, children }: FormDrawerProps) {
  const form: FormView = useForm(definition, { id, ...(given ? { given } : {}) });
  const { close, question } = useGuardedClose(form.dirty, onClose, form.discard);
  const toast = useToast();
  const settle = (saved: Saved | undefined) => {
    if (!saved) return;
    toast.saved(saved);
    onClose();
  };
  return (
    <Drawer
      open
      title={title ?? `${id === undefined ? '新增' : '编辑'}${definition.label}`}
      size={size}
      onClose={close}
    >
      {form.failure ? (
        <FailureFace failure={form.failure} onRetry={form.reload} />
      ) : form.loading ? (
        <LoadingFace />
      ) : (
        <>
          <FormNotices form={form} />
          <Form
            form={form}
            names={names}
            onSave={() => void form.save().then(settle)}
            onRetry={() => void form.retrySave().then(settle)}
            onCancel={close}
          >
            {children?.(form)}
          </Form>
        </>
      )}
      {question}
    </Drawer>
  );
}
