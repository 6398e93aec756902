import { useCallback } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { documentCalls, type NextStep } from '#contract/kit/document-calls.ts';
import { calledSteps } from '#contract/kit/transition.ts';
import { useRead } from '../use-read.ts';
import { useWire } from '../wire-context.tsx';

/** Who may take the next step of a document; nothing is asked about one that has come to its end. */
export function useNextStep(definition: AnyDefinition, record: { id: number; status: unknown }): NextStep | undefined {
  const goesOn = calledSteps(definition).some(
    (step) => !step.cancels && !step.atWill && step.from.includes(Number(record.status)),
  );
  const call = goesOn ? documentCalls(definition)?.nextStep : undefined;
  return useRead(definition, call, { input: { id: record.id } }).value;
}

/** Asks the same once, after a step; undefined where no answer comes in time to be told with it. */
export function useAskNextStep(definition: AnyDefinition): (id: number) => Promise<NextStep | undefined> {
  const wire = useWire();
  return useCallback(
    async (id) => {
      const call = documentCalls(definition)?.nextStep;
      if (!call) return undefined;
      const asked = wire.send(call, { id }, { hideLoading: true, ownWords: true });
      const sent = await Promise.race([asked, late()]);
      return sent?.ok ? sent.value : undefined;
    },
    [wire, definition],
  );
}

/** Milliseconds that a word of success may wait for what comes next. */
const patience = 1500;

const late = (): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), patience));
