import type { ComponentProps, ReactNode } from 'react';
import type { GrantRequest } from '#contract/areas/access/grant.ts';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import { FormFrame } from '#src/kit/desk/form-frame.tsx';
import { LeaveDialog } from '#src/kit/desk/leave-dialog.tsx';
import type { Sent } from '#src/wire/sent.ts';
import { WaitingGrants } from '../grant/waiting.tsx';
import type { Draft } from './use-draft.ts';
import { VersionNotice } from './version-notice.tsx';

interface DraftFrameProps<Out>
  extends Pick<ComponentProps<typeof FormFrame>, 'onSave' | 'onCancel' | 'saves' | 'readOnly' | 'foot' | 'children'> {
  draft: Draft<Out>;
  /** What was asked for about the record; a new one has none. */
  grants?: readonly GrantRequest[] | undefined;
  /** It has just been saved and something waits for approval. */
  sent: boolean;
  /** What is to be known before one types. */
  notes?: ReactNode;
  /** A save of unknown outcome was sent again, and this became of it. */
  onRetried(outcome: Sent<Out>): void;
  /** Reads the record again. */
  onReload(): void;
}

/** The frame of a draft: whether somebody else saved first, what waits for approval, the form, and the guard of what is not saved. */
export function DraftFrame<Out>(props: DraftFrameProps<Out>) {
  const { draft, grants = [], sent, notes, onRetried, onReload, ...form } = props;
  const { errors, command, dirty } = draft;
  const held = useDirtyGuard(dirty);
  return (
    <>
      <VersionNotice
        failure={command.failure}
        onReload={() => {
          draft.reset();
          onReload();
        }}
      />
      {notes}
      <WaitingGrants requests={grants} sent={sent} />
      <FormFrame errors={errors} command={command} onRetry={() => void command.retry().then(onRetried)} {...form} />
      {held && <LeaveDialog held={held} />}
    </>
  );
}
