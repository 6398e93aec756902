import { lazy, Suspense } from 'react';
import type { Controls } from '../kind-renderer.ts';
import { textControls } from './text-controls.tsx';

// Few forms have pictures.
const PictureInput = lazy(async () => ({ default: (await import('../attachments/picture-input.tsx')).PictureInput }));

/** A picture. Nobody looks for one by its path, so it is filtered like the text it is. */
export const pictureControls: Controls = {
  ...textControls,
  Input: (props) => (
    <Suspense>
      <PictureInput {...props} />
    </Suspense>
  ),
};
