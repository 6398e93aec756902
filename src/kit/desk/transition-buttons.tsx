import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import type { Allowed } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Row } from '#src/engine/row.ts';
import type { TransitionsView } from '#src/engine/use-transitions.ts';

const TransitionDialog = lazy(async () => ({ default: (await import('./transition-dialog.tsx')).TransitionDialog }));

interface TransitionButtonsProps {
  definition: AnyDefinition;
  record: Row & { readonly allowed: Allowed };
  transitions: TransitionsView;
}

/** The ways on that the server says are open to this person now; what voids stands last. */
export function TransitionButtons({ definition, record, transitions }: TransitionButtonsProps) {
  const offers = transitions.offers(record);
  const ordered = [
    ...offers.filter(({ transition }) => !transition.cancels),
    ...offers.filter(({ transition }) => transition.cancels),
  ];
  const lead = ordered.findIndex(({ transition }) => !transition.cancels);
  return (
    <>
      {ordered.map((offer, index) => (
        <Button
          key={offer.name}
          type={index === lead ? 'primary' : 'default'}
          danger={offer.transition.cancels ?? false}
          disabled={transitions.running}
          onClick={() => transitions.begin(offer, [record])}
        >
          {offer.transition.label}
        </Button>
      ))}
      {transitions.step && (
        <Suspense>
          <TransitionDialog definition={definition} transitions={transitions} />
        </Suspense>
      )}
    </>
  );
}
