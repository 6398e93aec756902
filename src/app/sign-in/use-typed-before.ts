import { useEffect, useState } from 'react';
import { forgetTyped, type TypedBefore, typedBefore } from './typed-before.ts';

/** Takes what was typed on the page before if this page is the one that goes on with it: once, for as long as it is shown. */
export function useTypedBefore(steps: readonly TypedBefore['step'][]): TypedBefore | null {
  const [typed] = useState(() => {
    const found = typedBefore();
    return found && steps.includes(found.step) ? found : null;
  });
  useEffect(forgetTyped, []);
  return typed;
}
