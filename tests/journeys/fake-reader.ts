import type { Family, Faults, SimulatedOptions } from '#src/reader/uhf/simulated-reader.ts';
import { fakeSerial } from '#tests/factories/serial.ts';
import { fakeUsb, fakeUsbDevice } from '#tests/factories/usb.ts';

/** A simulated reader on a browser's own interface, as a journey takes hold of it. */
export interface FakeReader {
  show(epcs: readonly string[]): void;
  fail(faults: Faults): void;
  /** More comes than the browser holds. */
  overrun(): void;
  unplug(): void;
  plug(): void;
  /** How often it has told of a tag. */
  reads(): number;
  /** How often its line was opened. */
  opened(): number;
}

export interface Wanted {
  readonly kind: 'serial' | 'usb';
  readonly family: Family;
  readonly options: SimulatedOptions;
}

declare global {
  // Put there by the script of a page or a worker that a journey opens.
  var fakeReader: FakeReader;
  var installFakeReader: (wanted: Wanted) => void;
}

/** Puts it where the realm that this runs in looks for readers: a page before its first script, or a worker. */
globalThis.installFakeReader = ({ kind, family, options }) => {
  globalThis.fakeReader = kind === 'serial' ? onSerial(family, options) : onUsb(family, options);
};

function onSerial(family: Family, options: SimulatedOptions): FakeReader {
  const fake = fakeSerial(family, options);
  put('serial', fake.serial);
  const { device, overrun, unplug, plug } = fake;
  return { ...device, overrun, unplug, plug, reads: () => device.reads, opened: () => fake.opened };
}

function onUsb(family: Family, options: SimulatedOptions): FakeReader {
  const fake = fakeUsbDevice({ vendorId: 0x1a86, productId: 0x7523 }, family, options);
  const { usb, plug } = fakeUsb([fake.device]);
  // Where a browser offers serial ports, chips are not asked for.
  put('serial', undefined);
  put('usb', usb);
  const { behind, halt } = fake;
  return { ...behind, overrun: halt, plug, reads: () => behind.reads, opened: () => Number(fake.device.opened) };
}

const put = (name: 'serial' | 'usb', value: unknown): void =>
  void Object.defineProperty(navigator, name, { value, configurable: true });
