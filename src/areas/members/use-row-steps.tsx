import { lazy, type ReactNode, Suspense } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { type TransitionsView, useTransitions } from '#src/engine/detail/use-transitions.ts';
import type { Row } from '#src/engine/row.ts';
import { useStepSaid } from '#src/kit/desk/detail/use-step-said.ts';
import type { RowAction } from '#src/kit/desk/list/row-actions.tsx';

const TransitionDialog = lazy(async () => ({
  default: (await import('#src/kit/desk/detail/transition-dialog.tsx')).TransitionDialog,
}));

type Offerable = Parameters<TransitionsView['offers']>[0];

/** The steps of documents that have no page of their own, taken from their row; `about` is read again after one, the documents among it. A step that `rests` stands there and cannot be taken yet. */
export function useRowSteps(
  definition: AnyDefinition,
  about: readonly AnyDefinition[],
  rests: (row: Row) => boolean = never,
): { rowActions: (row: Row) => readonly RowAction[]; dialog: ReactNode } {
  const said = useStepSaid(definition);
  const transitions = useTransitions(definition, { about, onDone: (step, taken) => void said(step, taken) });
  return {
    rowActions: (row) =>
      transitions.offers(row as unknown as Offerable).map((offer) => ({
        key: offer.name,
        label: offer.transition.label,
        disabled: rests(row),
        run: () => transitions.begin(offer, [row]),
      })),
    dialog: transitions.step && (
      <Suspense>
        <TransitionDialog definition={definition} transitions={transitions} />
      </Suspense>
    ),
  };
}

const never = () => false;

/** A rebate of an order that may still come back: it is paid out from `due_at` on. */
export const isEarly = ({ due_at: due }: Row): boolean => typeof due === 'string' && Date.parse(due) > Date.now();
