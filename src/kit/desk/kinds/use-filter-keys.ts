import { type KeyboardEvent, useRef, useState } from 'react';

type Input = HTMLInputElement | HTMLTextAreaElement;

/** The list of a select in a filter bar, opened and shut. */
export interface FilterKeys {
  readonly open: boolean;
  setOpen(open: boolean): void;
  /** Of the select's input, before the select hears of the key. */
  keyDown(event: KeyboardEvent<Input>): void;
  /** Something was picked; by Enter, the list shuts. */
  picked(): void;
}

/**
 * Enter in a select of a filter bar: it picks what is highlighted and shuts the list, and the next one asks, as it does in every other
 * filter. A pick by the pointer leaves the list open for the next.
 */
export function useFilterKeys(): FilterKeys {
  const [open, setOpen] = useState(false);
  // The pick comes within the same key press, before anything is drawn again.
  const byEnter = useRef(false);
  return {
    open,
    setOpen,
    keyDown(event) {
      byEnter.current = event.key === 'Enter';
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || open || event.currentTarget.value !== '') return;
      // The select would open its list.
      event.preventDefault();
      event.stopPropagation();
      event.currentTarget.form?.requestSubmit();
    },
    picked() {
      if (byEnter.current) setOpen(false);
      byEnter.current = false;
    },
  };
}
