import type { ReactNode } from 'react';
import type { RoleStatus } from '#contract/areas/access/role.ts';
import type { Call } from '#contract/kit/call.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import type { RowAction } from '#src/kit/desk/list/row-actions.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { UnknownOutcome } from '#src/kit/desk/unknown-outcome.tsx';
import { ask, showAlert } from '#src/kit/notice.ts';
import type { Sent } from '#src/wire/sent.ts';
import { useWrite } from '../use-write.ts';

/** Switching a role or a data role: when people would lose it, the server says how many and asks once more. */
export function useRoleSwitch(
  definition: AnyDefinition,
  call: Call<RoleStatus, { count: number }>,
): { actionOf(row: Row): RowAction[]; notice: ReactNode } {
  const toast = useToast();
  const may = useMayUse()(call.access);
  const command = useWrite<{ count: number }>();

  const settle = (sent: Sent<{ count: number }>) => {
    if (sent.ok) toast.good('状态已修改');
    // A refusal has to be read (specification §8); that of a missing permission is told by the wire.
    else if (sent.failure.kind === 'refused') void showAlert(wordsOf(sent.failure));
  };
  const give = async (input: RoleStatus, name: string) => {
    const sent = await command.run(call, input);
    if (!sent.ok && sent.failure.kind === 'refused' && sent.failure.field === 'confirm') {
      command.giveUp();
      const title = `停用“${name}”？`;
      if (await ask(wordsOf(sent.failure), { title, confirm: '仍然停用', danger: true }))
        await give({ ...input, confirm: 1 }, name);
    } else settle(sent);
  };

  return {
    actionOf: (row) => {
      if (!may) return [];
      const status = row.status === 1 ? 0 : 1;
      const name = String(row.name);
      const resting = command.running || command.unknown;
      return [
        {
          key: 'status',
          label: definition.fields.status?.choices?.[status] ?? '',
          danger: status === 0,
          disabled: resting,
          run: () => void give({ id: row.id, status }, name),
        },
      ];
    },
    notice: command.unknown ? (
      <UnknownOutcome
        failure={command.failure}
        running={command.running}
        onRetry={() => void command.retry().then(settle)}
        onGiveUp={command.giveUp}
      />
    ) : null,
  };
}
