import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import type { Option } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Values } from '#src/engine/row.ts';
import { type OptionsView, useOptions } from '#src/engine/use-options.ts';

interface TypedOptions extends OptionsView {
  /** What stands in the input. */
  readonly keyword: string;
  type(keyword: string): void;
  /** Of the input: Enter that comes before the answer is kept until it is there. */
  keyDown(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void;
  /** An Enter that was kept is meant no more. */
  giveUp(): void;
}

/**
 * Options of what is typed into a select. A gun's Enter comes before any answer: it is honoured when the answer to that
 * very text is there and one option alone answers it, by `onHit`; otherwise the choice is left to the person.
 */
export function useTypedOptions(
  definition: AnyDefinition,
  {
    ids,
    open,
    among,
    onHit,
  }: { ids: readonly number[]; open: boolean; among?: Values | undefined; onHit(option: Option): void },
): TypedOptions {
  const [keyword, setKeyword] = useState('');
  const [entered, setEntered] = useState(false);
  const view = useOptions(definition, { keyword, now: entered, ids, open, among });
  const { settled } = view;
  const type = (next: string) => {
    setKeyword(next);
    setEntered(false);
  };
  const settle = useEffectEvent(() => {
    const hit = soleHit(view.options, keyword.trim());
    if (!hit) return;
    type('');
    onHit(hit);
  });
  useEffect(() => {
    if (entered && settled) settle();
  }, [entered, settled]);
  return {
    ...view,
    keyword,
    type,
    keyDown: (event) => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || settled) return;
      // Neither the select, which would close, nor the form around it hears of it.
      event.preventDefault();
      event.stopPropagation();
      setEntered(keyword.trim() !== '');
      // The next scan takes the place of this one.
      event.currentTarget.select();
    },
    giveUp: () => setEntered(false),
  };
}

/** The one option that a scanned text means: by its title or second line exactly, else the only one found. */
function soleHit(options: readonly Option[], text: string): Option | undefined {
  const exact = options.filter(({ title, hint }) => title === text || hint === text);
  const hits = exact.length > 0 ? exact : options;
  return hits.length === 1 ? hits[0] : undefined;
}
