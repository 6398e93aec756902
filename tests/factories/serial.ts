import { createSimulatedReader, type Family, type SimulatedOptions } from '#src/reader/uhf/simulated-reader.ts';

/** Web Serial as a browser has it, with a simulated reader on its only port. */
export function fakeSerial(family: Family = 'r200', options: SimulatedOptions = {}) {
  const device = createSimulatedReader(family, options);
  let into: ReadableStreamDefaultController<Uint8Array> | undefined;
  let opened = 0;
  const stream = () => {
    port.readable = new ReadableStream({
      start: (out) => {
        into = out;
      },
    });
  };
  /** The stream breaks; what nobody has taken out of it is lost, as in a browser. */
  const broken = (name: string) => {
    const out = into;
    into = undefined;
    port.readable = null;
    out?.error(new DOMException('as the browser says it', name));
  };
  const port = Object.assign(new EventTarget(), {
    readable: null as ReadableStream<Uint8Array> | null,
    writable: null as WritableStream<Uint8Array> | null,
    getInfo: () => ({ usbVendorId: 0x10c4, usbProductId: 0xea60 }),
    setSignals: () => Promise.resolve(),
    async open() {
      if (port.readable) throw new DOMException('The port is already open.', 'InvalidStateError');
      opened += 1;
      stream();
      port.writable = new WritableStream({ write: (bytes) => device.send(bytes) });
      await device.open(115_200, { bytes: (bytes) => into?.enqueue(bytes), gone: () => broken('NetworkError') });
    },
    async close() {
      await device.close();
      into = undefined;
      port.readable = null;
    },
  });
  const serial = Object.assign(new EventTarget(), {
    getPorts: () => Promise.resolve([port]),
    requestPort: () => Promise.resolve(port),
  });
  return {
    serial,
    device,
    /** How often the port was opened. */
    get opened() {
      return opened;
    },
    unplug: () => device.unplug(),
    plug: () => void serial.dispatchEvent(new Event('connect')),
    /** More came than the browser's buffer holds: the port gives another stream. */
    overrun() {
      if (!into) return;
      broken('BufferOverrunError');
      stream();
    },
  };
}
