/** The five tones a status is shown in, the same everywhere (design §8), and the struck-through one. */
export type Tone = 'idle' | 'waiting' | 'moving' | 'done' | 'refused' | 'void';

/** Status code → its words, its English name in code, its tone. */
export type States = Readonly<Record<number, readonly [label: string, name: string, tone: Tone]>>;

type CodesByName<S extends States> = {
  readonly [C in keyof S as S[C] extends readonly [string, infer Name extends string, Tone] ? Name : never]: C;
};

type LabelsByCode<S extends States> = {
  readonly [C in keyof S]: S[C] extends readonly [infer Label extends string, string, Tone] ? Label : never;
};

/** The codes of states by their English names: of `{ 1: ['待审核', 'waiting', 'waiting'] }` it is `{ waiting: 1 }`. */
export function codesOf<const S extends States>(states: S): CodesByName<S> {
  return Object.fromEntries(
    Object.entries(states).map(([code, [, name]]) => [name, Number(code)]),
  ) as unknown as CodesByName<S>;
}

/** The words of states by their codes, as a field of choices takes them. */
export function labelsOf<const S extends States>(states: S): LabelsByCode<S> {
  return Object.fromEntries(
    Object.entries(states).map(([code, [label]]) => [code, label]),
  ) as unknown as LabelsByCode<S>;
}
