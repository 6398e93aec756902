import { type ReactNode, useRef } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Selection } from '#src/engine/list/use-selection.ts';
import { type SwitchCalls, useSwitch } from '#src/engine/list/use-switch.ts';
import type { Row } from '#src/engine/row.ts';
import { ask, showAlert } from '../../notice.ts';
import { useToast } from '../toast.ts';
import { UnknownOutcome } from '../unknown-outcome.tsx';
import type { RowAction } from './row-actions.tsx';

export interface SwitchOptions {
  /** Statuses that are given by hand; all of the field's by default. */
  codes?: readonly number[];
  /** Calls of their own for single statuses. */
  own?: SwitchCalls;
}

/** Actions that switch a record's status: for a row, for the picked ones, and the notice of an unknown outcome. */
export interface SwitchActions {
  rowActions(row: Row): RowAction[];
  batchActions(selection: Selection): RowAction[];
  readonly notice: ReactNode;
}

/** 启用, 停用 and their like, by the words of the status itself. What takes out of use is asked about first. */
export function useSwitchActions(definition: AnyDefinition, { codes, own }: SwitchOptions = {}): SwitchActions {
  const switcher = useSwitch(definition, own);
  const toast = useToast();
  const offered = switcher.statuses.filter((code) => codes?.includes(code) ?? true);
  const words = (code: number) => definition.fields.status?.choices?.[code] ?? String(code);

  // The outcome of a retry is that of the press before it.
  const given = useRef(0);
  const say = (sent: Awaited<ReturnType<typeof switcher.to>>) => {
    if (sent.ok) toast.good(`已改为“${words(given.current)}” ${grouped(sent.value.count)} 项`);
    // A refusal has to be read (specification §8); that of a missing permission is told by the wire.
    else if (sent.failure.kind === 'refused') void showAlert(wordsOf(sent.failure));
  };
  const give = async (code: number, ids: readonly number[], done?: () => void) => {
    given.current = code;
    const sent = await switcher.to(code, ids);
    say(sent);
    if (sent.ok) done?.();
  };
  const agreed = async (code: number, named: string) =>
    !stops(words(code)) || (await ask(`${words(code)}${named}？`, { danger: true }));
  const action = (
    code: number,
    { ids, named, done }: { ids: readonly number[]; named: string; done?: () => void },
  ): RowAction => ({
    key: `status-${code}`,
    label: words(code),
    danger: stops(words(code)),
    disabled: switcher.running || switcher.unknown,
    run: () => void agreed(code, named).then((yes) => (yes ? give(code, ids, done) : undefined)),
  });

  return {
    rowActions: (row) =>
      offered
        .filter((code) => code !== row.status)
        .map((code) => action(code, { ids: [row.id], named: `“${String(row[definition.title])}”` })),
    batchActions: ({ ids, rows, clear }) =>
      offered
        .filter((code) => rows.some((row) => row.status !== code))
        .map((code) => action(code, { ids, named: `已选${ids.length}项`, done: clear })),
    notice: switcher.unknown ? (
      <UnknownOutcome
        failure={switcher.failure}
        running={switcher.running}
        onRetry={() => void switcher.retry().then(say)}
        onGiveUp={switcher.giveUp}
      />
    ) : null,
  };
}

function stops(words: string): boolean {
  return words.startsWith('停');
}
