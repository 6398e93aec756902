import { z } from 'zod';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { documentCalls } from '#contract/kit/document-calls.ts';
import { listSchema } from '#contract/kit/schema.ts';
import type { Registry } from '../registry.ts';
import { seenSchema } from '../seen-schema.ts';
import type { DocumentHooks } from '../step.ts';
import { readNextStep } from './next-step.ts';
import { readRelated } from './related.ts';
import { countStates } from './status-stat.ts';

/** Serves what is asked about a document besides itself: who acts next, what it comes from and led to, how many stand where. */
export function serveAround(registry: Registry, definition: AnyDefinition, hooks: DocumentHooks): void {
  const calls = documentCalls(definition);
  if (!calls) return;
  const one = z.strictObject({ id: z.int().min(1) });
  registry.read(calls.nextStep, one, (context, { id }) => readNextStep(context, { definition, hooks }, id), definition);
  registry.read(calls.related, one, (context, { id }) => readRelated(context, definition, id), definition);
  if (!calls.statusStat) return;
  registry.read(
    calls.statusStat,
    seenSchema(definition, (seen) => listSchema(seen, 'counts')),
    (context, asked) => countStates(context, definition, asked),
    definition,
  );
}
