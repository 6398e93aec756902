import { Button } from 'antd';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Allowed } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { TransitionsView } from '#src/engine/detail/use-transitions.ts';
import type { Row } from '#src/engine/row.ts';

const TransitionDialog = lazy(async () => ({ default: (await import('./transition-dialog.tsx')).TransitionDialog }));

interface TransitionButtonsProps {
  definition: AnyDefinition;
  record: Row & { readonly allowed: Allowed };
  transitions: TransitionsView;
  /** More for the dialog of a transition, by its name. */
  asks?: ((transition: string) => ReactNode) | undefined;
  /** Address of the screen on which a transition is taken; undefined for one that is taken here. */
  stepAt?: ((transition: string) => string | undefined) | undefined;
}

/** The ways on that the server says are open to this person now; what voids stands last. */
export function TransitionButtons({ definition, record, transitions, asks, stepAt }: TransitionButtonsProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const startFrom = useFocusAfter(transitions.step !== null || transitions.running, anchor);
  const navigate = useNavigate();
  const offers = transitions.offers(record);
  const ordered = [
    ...offers.filter(({ transition }) => !transition.cancels),
    ...offers.filter(({ transition }) => transition.cancels),
  ];
  const lead = ordered.findIndex(({ transition }) => !transition.cancels && !transition.rejects);
  return (
    <>
      {ordered.map((offer, index) => (
        <Button
          key={offer.name}
          type={index === lead ? 'primary' : 'default'}
          danger={offer.transition.cancels ?? offer.transition.rejects ?? false}
          disabled={transitions.running}
          onClick={(event) => {
            const elsewhere = stepAt?.(offer.name);
            if (elsewhere !== undefined) return void navigate(elsewhere);
            startFrom(event.currentTarget);
            transitions.begin(offer, [record]);
          }}
        >
          {offer.transition.label}
        </Button>
      ))}
      <span ref={anchor} hidden />
      {transitions.step && (
        <Suspense>
          <TransitionDialog definition={definition} transitions={transitions}>
            {asks?.(transitions.step.name)}
          </TransitionDialog>
        </Suspense>
      )}
    </>
  );
}

/**
 * Gives the focus back when a step is over: to the button that began it, or to the title of its page where the step took
 * the button away. It would fall to the body, and the next key to nothing.
 */
function useFocusAfter(busy: boolean, anchor: RefObject<HTMLElement | null>): (button: HTMLElement) => void {
  const opener = useRef<HTMLElement>(null);
  useEffect(() => {
    const button = opener.current;
    if (busy || !button) return;
    opener.current = null;
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    const title = anchor.current?.closest('section')?.querySelector<HTMLElement>('h1');
    (button.isConnected ? button : title)?.focus();
  }, [busy, anchor]);
  return (button) => {
    opener.current = button;
  };
}
