import { type ReactNode, useRef } from 'react';
import type { Call } from '#contract/kit/call.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Selection } from '#src/engine/list/use-selection.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import type { Sent } from '#src/wire/sent.ts';
import { ask, showAlert } from '../../notice.ts';
import { useToast } from '../toast.ts';
import { UnknownOutcome } from '../unknown-outcome.tsx';
import type { RowAction } from './row-actions.tsx';

/** One thing that a call does to records by one press: what it is called, what it says besides which, and the rows that it changes something of. */
export interface Press<In> {
  readonly key: string;
  readonly label: string;
  readonly input?: Omit<In, 'ids'>;
  /** Takes something away: asked about first. */
  readonly takes?: true;
  when?(row: Row): boolean;
}

/** Actions of a row, of the picked rows, and the notice of an outcome that nobody knows. */
export interface PressActions {
  rowActions(row: Row): RowAction[];
  batchActions(selection: Selection): RowAction[];
  readonly notice: ReactNode;
}

/** What one call of many records does by a press; `about` are the definitions that are read again, the rows' own first. */
export function usePressActions<In extends { ids: number[] }>(
  about: readonly [AnyDefinition, ...AnyDefinition[]],
  call: Call<In, { count: number }>,
  presses: readonly Press<In>[],
): PressActions {
  const [definition] = about;
  const may = useMayUse()(call.access);
  const command = useCommand<{ count: number }>(about);
  const toast = useToast();
  const done = useRef<(() => void) | undefined>(undefined);
  const pressed = useRef('');
  const say = (sent: Sent<{ count: number }>) => {
    if (sent.ok) toast.good(`已${pressed.current}`);
    // A refusal has to be read (specification §8); that of a missing permission is told by the wire.
    else if (sent.failure.kind === 'refused') void showAlert(wordsOf(sent.failure));
    if (sent.ok) done.current?.();
  };
  const run = async ({ input, takes, label }: Press<In>, rows: readonly Row[], named: string) => {
    if (takes && !(await ask(`${label}${named}？`, { danger: true }))) return;
    say(await command.run(call, { ...input, ids: rows.map(({ id }) => id) } as In));
  };
  const action = (press: Press<In>, rows: readonly Row[], named: string, then?: () => void): RowAction => ({
    key: press.key,
    label: press.label,
    danger: press.takes === true,
    disabled: command.running || command.unknown,
    run: () => {
      done.current = then;
      pressed.current = press.label;
      void run(press, rows, named);
    },
  });
  const offered = may ? presses : [];
  return {
    rowActions: (row) =>
      offered
        .filter((press) => press.when?.(row) ?? true)
        .map((press) => action(press, [row], `“${String(row[definition.title])}”`)),
    batchActions: ({ rows, clear }) =>
      offered.flatMap((press) => {
        const meant = rows.filter((row) => press.when?.(row) ?? true);
        return meant.length > 0 ? [action(press, meant, `已选${meant.length}项`, clear)] : [];
      }),
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
