import { type AnyDefinition, beginsOf } from '#contract/kit/definition.ts';
import { isCalled, targetsOf, verdict } from '#contract/kit/transition.ts';

/** One station on the way of a document. */
export interface DocumentStep {
  readonly status: number;
  readonly label: string;
  readonly place: 'behind' | 'here' | 'ahead';
}

/**
 * The way of a document from its first state to its last, by the first step on from each, passed where it judges; and how
 * far it has come. A state beside the way (a recount) stands where it joins it again. Empty for one that was voided.
 */
export function documentSteps(definition: AnyDefinition, status: number): readonly DocumentStep[] {
  const way = wayFrom(definition, beginsOf(definition)[0] ?? 0);
  const at = placeOf(definition, way, status);
  if (at === undefined) return [];
  return way.map((one, index) => {
    const here = index === at ? status : one;
    return {
      status: here,
      label: definition.states?.[here]?.[0] ?? String(here),
      place: index < at ? 'behind' : index === at ? 'here' : 'ahead',
    };
  });
}

function wayFrom(definition: AnyDefinition, first: number): number[] {
  const way = [first];
  for (let next = nextOf(definition, first); next !== undefined && !way.includes(next); next = nextOf(definition, next))
    way.push(next);
  return way;
}

function placeOf(definition: AnyDefinition, way: readonly number[], status: number): number | undefined {
  if (way.includes(status)) return way.indexOf(status);
  const next = nextOf(definition, status);
  const joins = next === undefined ? -1 : way.indexOf(next);
  return joins > 0 ? joins - 1 : undefined;
}

function nextOf({ transitions = {}, states = {} }: AnyDefinition, status: number): number | undefined {
  // What is done is undone by the house alone: a way back, not on.
  const isDone = states[status]?.[2] === 'done';
  const step = Object.values(transitions).find(
    (one) =>
      // Nor is what its submitter takes back.
      !(isCalled(one) && (one.cancels || one.rejects || one.own)) &&
      !(isDone && one.by === 'system') &&
      one.from.includes(status),
  );
  return step && targetsOf(step, verdict.pass)[0];
}
