import { lazy, Suspense } from 'react';
import type { Look } from '../look.ts';
import { textLook } from './text.tsx';

// Few lists have pictures.
const FieldPicture = lazy(async () => ({ default: (await import('../attachments/thumbnail.tsx')).FieldPicture }));
const PictureInput = lazy(async () => ({ default: (await import('../attachments/picture-input.tsx')).PictureInput }));

/** A picture. Nobody looks for one by its path, so it is filtered like the text it is. */
export const pictureLook: Look = {
  ...textLook,
  width: 72,
  wide: true,
  cell: ({ value, field }) =>
    typeof value === 'string' ? (
      <Suspense>
        <FieldPicture path={value} label={field.label} />
      </Suspense>
    ) : null,
  Input: (props) => (
    <Suspense>
      <PictureInput {...props} />
    </Suspense>
  ),
};
