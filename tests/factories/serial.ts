import { createSimulatedReader } from '#src/reader/uhf/simulated-reader.ts';

/** Web Serial as a browser has it, with a simulated reader on its only port. */
export function fakeSerial() {
  const device = createSimulatedReader('r200');
  const port = Object.assign(new EventTarget(), {
    readable: null as ReadableStream<Uint8Array> | null,
    writable: null as WritableStream<Uint8Array> | null,
    getInfo: () => ({ usbVendorId: 0x10c4, usbProductId: 0xea60 }),
    setSignals: () => Promise.resolve(),
    async open() {
      port.readable = new ReadableStream({
        start: (out) =>
          device.open(115_200, {
            bytes: (bytes) => out.enqueue(bytes),
            gone: () => {
              port.readable = null;
              out.error(new DOMException('the device was lost', 'NetworkError'));
            },
          }),
      });
      port.writable = new WritableStream({ write: (bytes) => device.send(bytes) });
    },
    async close() {
      await device.close();
      port.readable = null;
    },
  });
  const serial = Object.assign(new EventTarget(), {
    getPorts: () => Promise.resolve([port]),
    requestPort: () => Promise.resolve(port),
  });
  return { serial, device, unplug: () => device.unplug() };
}
