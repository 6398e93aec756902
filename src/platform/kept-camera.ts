import { peekStored, setStored } from './storage.ts';

const key = 'device:camera';

/** Whether the camera of this device reads on every screen on which codes are read: it has no gun. */
export const isCameraKept = (): boolean => peekStored(key) === true;

/** Sets it, whoever works with the device; false when the browser would not keep it. */
export const keepCamera = (wanted: boolean): boolean => setStored(key, wanted);
