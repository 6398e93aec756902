import { type ComponentProps, lazy, Suspense } from 'react';

const Strip = lazy(async () => ({ default: (await import('./reader-strip.tsx')).ReaderStrip }));

/** The reader beside a work, read when there are pieces with tags in it. */
export function ReaderStrip(props: ComponentProps<typeof Strip>) {
  return (
    <Suspense>
      <Strip {...props} />
    </Suspense>
  );
}
