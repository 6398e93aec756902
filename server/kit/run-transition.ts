import type { Taken } from '#contract/kit/calls.ts';
import type { AnyDefinition, StepOf } from '#contract/kit/definition.ts';
import type { WriteContext } from './call-context.ts';
import type { Registry } from './registry.ts';
import { takeSteps } from './take-step.ts';

interface Run {
  readonly id: number;
  /** What the step is told, as a person would send it. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** Why, for the history. */
  readonly remark?: string;
}

/**
 * Takes a step of a document from the effect of another one, or when its time has come, inside the running transaction: locked,
 * guarded and written to the history like a person's. Whoever caused it need not see the document. Refuses as the step does.
 */
export async function runTransition<D extends AnyDefinition>(
  { documents }: Pick<Registry, 'documents'>,
  context: WriteContext,
  { definition, name, id, input = {}, remark }: Run & { readonly definition: D; readonly name: StepOf<D> },
): Promise<Taken> {
  const { hooks } = documents.of(definition);
  return await takeSteps(context, {
    definition,
    names: [name],
    input: { ...input, id },
    hooks,
    bySystem: true,
    ...(remark === undefined ? {} : { remark }),
  });
}
