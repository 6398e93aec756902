import type { Transport } from './transport.ts';
import { allowedPorts, choosePort, hasWebSerial, onPortBack } from './web-serial.ts';
import { allowedDevices, chooseDevice, hasWebUsb, onDeviceBack } from './web-usb.ts';

// Where readers are plugged in: serial ports where the browser offers them, else the chips of USB plugs. Never both, since a
// serial port holds its chip.

/** Can this browser reach a reader at all? */
export const hasPorts = (): boolean => hasWebSerial() || hasWebUsb();

/** Asks the person to choose where the reader is; must come from a press. Null where nothing was chosen. */
export const chooseReader = (): Promise<Transport | null> => (hasWebSerial() ? choosePort() : chooseDevice());

/** Where this person has let it be found before, on this device. */
export const allowedReaders = (): Promise<Transport[]> => (hasWebSerial() ? allowedPorts() : allowedDevices());

/** Tells of a reader that has been plugged in (again). The answer ends it. */
export const onReaderBack = (told: (transport: Transport) => void): (() => void) =>
  hasWebSerial() ? onPortBack(told) : onDeviceBack(told);
