import { Button } from 'antd-mobile';
import { lazy, Suspense, useState } from 'react';
import { isCameraKept } from '#src/platform/kept-camera.ts';

const View = lazy(async () => ({ default: (await import('./camera-view.tsx')).CameraView }));

/** Beside a field for a code: the camera reads one into it. Not there where the camera of this device reads all the time. */
export function ByCamera() {
  const [open, setOpen] = useState(false);
  if (isCameraKept()) return null;
  return open ? (
    <Suspense>
      <View onRead={() => setOpen(false)} onClose={() => setOpen(false)} />
    </Suspense>
  ) : (
    <Button block size="large" onClick={() => setOpen(true)}>
      用摄像头扫
    </Button>
  );
}

/** The camera above a screen on which codes are read, where a device has no gun. */
export function KeptCamera() {
  if (!isCameraKept()) return null;
  return (
    <Suspense>
      <View />
    </Suspense>
  );
}
