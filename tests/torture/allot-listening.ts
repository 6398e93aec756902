import { type AllotAnswer, type AllotEntry, allotEntryCalls } from '#contract/areas/allocation/allot-entry.ts';
import type { House } from '#tests/boot/house.ts';
import type { Chance } from './chance.ts';

interface Asked {
  id: number;
  device_id: string;
  entries: AllotEntry[];
}
type Answered = { answers: AllotAnswer[]; server_time: string };

/** Treats what tablets send in its own way before it reaches the house, and what they are told after: a planted mistake. */
export type AllotFault = (asked: Asked, ask: (asked: Asked) => Promise<Answered>) => Promise<Answered>;

/** A house that remembers each word it says on an entry, whether it is heard or not, and what it said otherwise when it was asked again. */
export interface Listening extends Pick<House, 'ask' | 'clock'> {
  readonly words: Map<string, AllotAnswer['outcome']>;
  readonly broken: string[];
}

/** Listens to what the house says to tablets; `fault` stands between them. */
export function listenTo(house: House, fault?: AllotFault): Listening {
  const paths = new Set(Object.values(allotEntryCalls).map(({ entries }) => entries.path));
  const words: Listening['words'] = new Map();
  const broken: string[] = [];
  const ask: House['ask'] = async (actor, call, input, options) => {
    if (!paths.has(call.path)) return await house.ask(actor, call, input, options);
    const real = async (asked: Asked) => (await house.ask(actor, call, asked as never, options)) as Answered;
    const answered = await (fault ? fault(input as Asked, real) : real(input as Asked));
    for (const { op_id, outcome } of answered.answers) {
      const before = words.get(op_id) ?? outcome;
      if (before !== outcome) broken.push(`${op_id} was ${before} and is ${outcome}`);
      words.set(op_id, outcome);
    }
    return answered as never;
  };
  return { ask, clock: house.clock, words, broken };
}

/**
 * Mistakes that a run has to find, by what they would harm; a model that finds none of them proves nothing. Each is made by a house that
 * tells its tablets that all is well.
 */
export const allotFaults: Readonly<Record<string, (chance: Chance) => AllotFault>> = {
  'an op id that is sent again is taken for a new one': (chance) => {
    const seen = new Set<string>();
    return async (asked, ask) => {
      const renamed = new Map<string, string>();
      const entries = asked.entries.map((entry) => {
        const again = seen.has(entry.op_id) && entry.kind === 'add';
        seen.add(entry.op_id);
        const op_id = again ? chance.uuid() : entry.op_id;
        renamed.set(op_id, entry.op_id);
        return { ...entry, op_id };
      });
      const { answers, ...more } = await ask({ ...asked, entries });
      return { ...more, answers: answers.map((one) => ({ ...one, op_id: renamed.get(one.op_id) ?? one.op_id })) };
    };
  },
  'an entry among many is dropped and called taken': () => async (asked, ask) => {
    const dropped = asked.entries.filter(({ kind }) => kind === 'add')[1];
    const entries = asked.entries.filter((entry) => entry !== dropped);
    const { answers, ...more } = await ask({ ...asked, entries });
    const lie = dropped ? [{ op_id: dropped.op_id, outcome: 'accepted' as const }] : [];
    return { ...more, answers: [...answers, ...lie] };
  },
  'what is sent together is taken from its end': () => async (asked, ask) => {
    const places = asked.entries.map(({ seq }) => seq);
    const turned = asked.entries.toReversed().map((entry, at) => ({ ...entry, seq: places[at] ?? entry.seq }));
    return await ask({ ...asked, entries: turned });
  },
  'pieces are counted into the other carton': () => async (asked, ask) =>
    await ask({
      ...asked,
      entries: asked.entries.map((entry) => ({ ...entry, carton: entry.carton === null ? null : 3 - entry.carton })),
    }),
};
