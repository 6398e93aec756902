import type { ComponentProps, ReactNode } from 'react';
import type { GrantRequest } from '#contract/areas/access/grant.ts';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import type { ShownValue } from '#src/kit/desk/conflict-dialog.tsx';
import { FormFrame } from '#src/kit/desk/form-frame.tsx';
import { FormNotices } from '#src/kit/desk/form-notices.tsx';
import { LeaveDialog } from '#src/kit/desk/leave-dialog.tsx';
import type { Sent } from '#src/wire/sent.ts';
import { WaitingGrants } from '../grant/waiting.tsx';
import type { Draft } from './use-draft.ts';

interface DraftFrameProps<Out>
  extends Pick<ComponentProps<typeof FormFrame>, 'onSave' | 'onCancel' | 'saves' | 'readOnly' | 'foot' | 'children'> {
  draft: Draft<Out>;
  /** What was asked for about the record; a new one has none. */
  grants?: readonly GrantRequest[] | undefined;
  /** It has just been saved and something waits for approval. */
  sent: boolean;
  /** What is to be known before one types. */
  notes?: ReactNode;
  /** How a comparison with what another saved shows values that only this page can put into words. */
  shown?: ShownValue;
  /** A save of unknown outcome was sent again, and this became of it. */
  onRetried(outcome: Sent<Out>): void;
}

/** The frame of a draft: what was put back, whether somebody else saved first, what waits for approval, the form, and the guard of what is not saved. */
export function DraftFrame<Out>(props: DraftFrameProps<Out>) {
  const { draft, grants = [], sent, notes, shown, onRetried, ...frame } = props;
  const { form, errors, command, dirty } = draft;
  const held = useDirtyGuard(dirty);
  return (
    <>
      <FormNotices form={form} thing={`此${form.definition.label}`} shown={shown} />
      {notes}
      <WaitingGrants requests={grants} sent={sent} />
      <FormFrame errors={errors} command={command} onRetry={() => void command.retry().then(onRetried)} {...frame} />
      {held && <LeaveDialog held={held} />}
    </>
  );
}
