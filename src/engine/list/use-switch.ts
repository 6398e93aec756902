import type { Call } from '#contract/kit/call.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Sent } from '#src/wire/sent.ts';
import { useMayUse } from '../use-allowed.ts';
import { type Command, useCommand } from '../use-command.ts';

/** A call of its own for a status, where the specification spells one: brand/enable. */
export type SwitchCalls = Readonly<Record<number, Call<{ ids: number[] }, { count: number }>>>;

/** Putting master records on and off (domain.md §4.27 "Switches"). */
export interface Switch
  extends Pick<Command<{ count: number }>, 'retry' | 'giveUp' | 'running' | 'unknown' | 'failure'> {
  /** Statuses that this person may give. */
  readonly statuses: readonly number[];
  /** Gives records a status; resolves to what became of it. */
  to(status: number, ids: readonly number[]): Promise<Sent<{ count: number }>>;
}

/** Switches the status of a definition's records, by its `status` verb or by calls of their own. */
export function useSwitch(definition: AnyDefinition, own: SwitchCalls = {}): Switch {
  const mayUse = useMayUse();
  const command = useCommand<{ count: number }>(definition);
  const codes = Object.keys(definition.fields.status?.choices ?? {}).map(Number);
  return {
    ...command,
    statuses: codes.filter((code) => mayUse((own[code] ?? general(definition))?.access)),
    to: (status, ids) => {
      const call = own[status];
      if (call) return command.run(call, { ids: [...ids] });
      return command.run(callsOf(definition).status, { ids: [...ids], status });
    },
  };
}

function general(definition: AnyDefinition) {
  return definition.calls.status && callsOf(definition).status;
}
