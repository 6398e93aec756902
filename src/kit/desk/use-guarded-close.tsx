import { type ReactNode, useState } from 'react';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import { LeaveDialog } from './leave-dialog.tsx';

/**
 * Guards what is typed in a drawer: `close` is for its ways out and asks while something is unsaved, as does whatever
 * leads off the page under it. `onLoss` is called when a person has agreed to lose it. `question` is drawn inside the drawer.
 */
export function useGuardedClose(
  dirty: boolean,
  onClose: () => void,
  onLoss: () => void = () => {},
): { close(): void; question: ReactNode } {
  const held = useDirtyGuard(dirty);
  const [asking, setAsking] = useState(false);
  const leave = () => {
    onLoss();
    onClose();
  };
  const wayOut = asking ? { leave, stay: () => setAsking(false) } : held;
  return {
    close: () => {
      if (dirty) setAsking(true);
      else onClose();
    },
    question: wayOut && <LeaveDialog held={wayOut} />,
  };
}
