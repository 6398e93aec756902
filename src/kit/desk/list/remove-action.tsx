import type { ReactNode } from 'react';
import { callsOf } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { ask, showAlert } from '../../notice.ts';
import { useToast } from '../toast.ts';
import { UnknownOutcome } from '../unknown-outcome.tsx';
import type { RowAction } from './row-actions.tsx';

/** 删除 of a master record, asked about first; none where the definition has no such call or this person no key. */
export function useRemoveAction(definition: AnyDefinition): { of(row: Row): RowAction[]; readonly notice: ReactNode } {
  const mayUse = useMayUse();
  const command = useCommand<{ count: number }>(definition);
  const toast = useToast();
  const say = (sent: Awaited<ReturnType<typeof command.retry>>) => {
    if (sent.ok) toast.good('已删除');
    // A refusal has to be read (specification §8); that of a missing permission is told by the wire.
    else if (sent.failure.kind === 'refused') void showAlert(wordsOf(sent.failure));
  };
  const remove = async ({ id, version, ...row }: Row) => {
    const named = String(row[definition.title]);
    if (!(await ask(`删除“${named}”？此操作不可恢复`, { danger: true }))) return;
    say(await command.run(callsOf(definition).remove, { id, version: version as number }));
  };
  const { remove: spelled } = definition.calls;
  const offered = spelled !== undefined && mayUse(spelled[1]);
  return {
    of: (row) =>
      offered
        ? [
            {
              key: 'remove',
              label: '删除',
              danger: true,
              disabled: command.running || command.unknown,
              run: () => void remove(row),
            },
          ]
        : [],
    notice: command.unknown ? (
      <UnknownOutcome
        failure={command.failure}
        running={command.running}
        onRetry={() => void command.retry().then(say)}
        onGiveUp={command.giveUp}
      />
    ) : null,
  };
}
