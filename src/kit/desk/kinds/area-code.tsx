import { lazy, Suspense } from 'react';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import type { KindRenderer } from '../kind-renderer.ts';

// History alone tells areas without their names.
const AreaName = lazy(async () => ({ default: (await import('./area-name.tsx')).AreaName }));

/** An area of the country by its names from the province down. */
export const areaCodeLook: KindRenderer = {
  width: 200,
  cell: ({ value, name, record }) => {
    const title = record[titleKey(name)];
    if (typeof title === 'string') return title;
    if (typeof value !== 'string' || value === '') return null;
    // History tells the code alone.
    return (
      <Suspense fallback={value}>
        <AreaName code={value} />
      </Suspense>
    );
  },
};
