import { type ComponentProps, lazy, Suspense } from 'react';

const Sheet = lazy(async () => ({ default: (await import('./manual-sheet.tsx')).ManualSheet }));

/** Typing by hand, which most who scan never do: its keys are read when it is opened, from what the worker keeps on the device. */
export function ManualSheet(props: ComponentProps<typeof Sheet>) {
  return (
    <Suspense>
      <Sheet {...props} />
    </Suspense>
  );
}
