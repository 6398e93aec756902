import type { Taken } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { doneWords, nextWords } from '#src/engine/detail/step-words.ts';
import { useAskNextStep } from '#src/engine/detail/use-next-step.ts';
import type { Step } from '#src/engine/detail/use-transitions.ts';
import { toast } from '../../notice.ts';

/** Tells a person that a step was taken and whose turn it is then, or what the step did instead of what it says. */
export function useStepSaid(
  definition: AnyDefinition,
): (step: Pick<Step, 'transition' | 'result'>, taken: Pick<Taken, 'id' | 'warning'>) => Promise<void> {
  const askNext = useAskNextStep(definition);
  return async ({ transition, result }, { id, warning }) => {
    if (warning) return toast(warning, 'warn');
    const done = doneWords(transition, result);
    const next = await askNext(id);
    toast([done, next ? nextWords(next) : ''].filter((words) => words !== '').join('，'), 'good');
  };
}
