import { lazy, Suspense } from 'react';
import type { GoOnProps } from './go-on.tsx';

const Asked = lazy(async () => ({ default: (await import('./go-on.tsx')).GoOn }));

/** The question whether counting goes on, while something waits for its answer; read from what the worker keeps on the device. */
export function GoOn(props: GoOnProps) {
  return (
    props.waiting > 0 && (
      <Suspense>
        <Asked {...props} />
      </Suspense>
    )
  );
}
