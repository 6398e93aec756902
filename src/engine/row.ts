import type { Allowed } from '#contract/kit/calls.ts';

/** Named values as a form, a filter bar or an answer carries them: wire spelling, never renamed (design §4). */
export type Values = Readonly<Record<string, unknown>>;

/** One record as tables and details see it. Its fields are known to the definition, not to the kit. */
export type Row = Values & {
  readonly id: number;
  /** Of documents: what this person may do with it now, as the server says. */
  readonly allowed?: Allowed;
};
