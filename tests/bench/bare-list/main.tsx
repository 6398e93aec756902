import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';

/** The screen on demand, as any application with more than one has it. */
const List = lazy(async () => ({ default: (await import('./list.tsx')).List }));

createRoot(document.getElementById('root') as HTMLElement).render(
  <Suspense>
    <List />
  </Suspense>,
);
