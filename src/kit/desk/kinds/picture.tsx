import { lazy, Suspense } from 'react';
import type { Look } from '../look.ts';

// Few lists have pictures.
const FieldPicture = lazy(async () => ({ default: (await import('../attachments/thumbnail.tsx')).FieldPicture }));

/** A picture. */
export const pictureLook: Look = {
  width: 72,
  wide: true,
  cell: ({ value, field }) =>
    typeof value === 'string' ? (
      <Suspense>
        <FieldPicture path={value} label={field.label} />
      </Suspense>
    ) : null,
};
