import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FormChange } from '../form/change.ts';
import { useKeptDraft } from '../form/use-kept-draft.ts';
import type { Values } from '../row.ts';
import type { TransitionsView } from './use-transitions.ts';

interface StepDraftOptions {
  /** The step on its page. */
  form: string;
  /** Of the record as it is shown now. */
  version: number;
  transitions: TransitionsView;
}

/** What was answered about lines in an earlier visit, as this visit found it. */
export interface StepDraft {
  /** When what was put back was last kept, epoch milliseconds; null without. */
  readonly restoredAt: number | null;
  /** The record was changed since: what was put back was counted against another one. */
  readonly isOlder: boolean;
  /** The step was taken, or its person lets go of what they answered. */
  forget(): void;
}

/**
 * Keeps what is answered about the lines of a step on this device, and puts it back when its page is opened again after a crash or a reload:
 * whoever has scanned forty pieces does not scan them twice. The figures are the person's own; nothing is sent by itself.
 */
export function useStepDraft({ form, version, transitions }: StepDraftOptions): StepDraft {
  const { step } = transitions;
  const answers = step?.answers;
  const change = useMemo(() => (answers ? changeOf(answers, version) : null), [answers, version]);
  const wanted = useRef(false);
  const isWanted = useCallback(() => wanted.current, []);
  useEffect(() => {
    wanted.current = change !== null;
  }, [change]);
  const [of, setOf] = useState<number | null>(null);
  const kept = useKeptDraft({
    form,
    change,
    ready: step !== null,
    restore: (draft) => {
      setOf(draft.version);
      // What was answered here already is later than what was kept.
      const here = new Set(answers?.flatMap(({ key, changed }) => (changed ? lineKey(key) : [])));
      const coming = Object.entries(draft.after).filter(([key]) => !here.has(lineKey(key)));
      // Answers beside the first of a line are made anew, in the order in which they were made.
      for (const [key] of coming) if (key !== lineKey(key)) transitions.split(lineKey(key));
      transitions.answer(new Map(coming as [string, Values][]));
    },
    isWanted,
  });
  const { forget } = kept;
  return {
    restoredAt: kept.restoredAt,
    isOlder: of !== null && of !== version,
    forget: useCallback(() => {
      wanted.current = false;
      forget();
    }, [forget]),
  };
}

function changeOf(
  answers: readonly { readonly key: string; readonly changed: boolean; readonly values: Values }[],
  version: number,
): FormChange | null {
  const changed = answers.filter((answer) => answer.changed);
  if (changed.length === 0) return null;
  const after = Object.fromEntries(changed.map(({ key, values }) => [key, values]));
  return { version, step: 0, before: {}, after, added: [], changed: [], removed: [] };
}

const lineKey = (key: string): string => key.split('-')[0] ?? key;
