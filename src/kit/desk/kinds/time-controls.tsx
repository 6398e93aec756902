import { lazy, Suspense } from 'react';
import type { Controls, FilterProps, InputProps } from '../kind-renderer.ts';

// The calendar is heavy: it loads when the first one is shown, and an empty box of its size stands there until then.
const DayInput = lazy(async () => ({ default: (await import('./calendar.tsx')).DayInput }));
const MomentInput = lazy(async () => ({ default: (await import('./calendar.tsx')).MomentInput }));
const DayRange = lazy(async () => ({ default: (await import('./calendar.tsx')).DayRange }));
const MomentRange = lazy(async () => ({ default: (await import('./calendar.tsx')).MomentRange }));

/** A business day. */
export const dateControls: Controls = {
  Input: (props: InputProps) => waiting(<DayInput {...props} />),
  Filter: (props: FilterProps) => waiting(<DayRange {...props} />),
};

/** An instant, shown and picked in Asia/Shanghai wherever the browser stands. */
export const timeControls: Controls = {
  Input: (props: InputProps) => waiting(<MomentInput {...props} />),
  Filter: (props: FilterProps) => waiting(<MomentRange {...props} />),
};

function waiting(input: React.ReactNode) {
  return <Suspense fallback={<span className="desk-input-rest" />}>{input}</Suspense>;
}
