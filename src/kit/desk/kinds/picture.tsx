import { lazy, Suspense } from 'react';
import type { KindRenderer } from '../kind-renderer.ts';

// Few lists have pictures.
const FieldPicture = lazy(async () => ({ default: (await import('../attachments/thumbnail.tsx')).FieldPicture }));

/** A picture. */
export const pictureLook: KindRenderer = {
  width: 72,
  wide: true,
  cell: ({ value, field }) =>
    typeof value === 'string' ? (
      <Suspense>
        <FieldPicture path={value} label={field.label} />
      </Suspense>
    ) : null,
};
