import { createSimulatedReader, type Family, type SimulatedOptions } from '#src/reader/uhf/simulated-reader.ts';
import { bridgeOf, type UsbDevice, type UsbSetup } from '#src/reader/uhf/usb-bridges.ts';

type Answer = { status: string; data?: DataView | null };

const packetSize = 64;

/** A device as WebUSB shows it: a chip of these numbers with a simulated reader behind it. */
export function fakeUsbDevice(
  ids: Pick<UsbDevice, 'vendorId' | 'productId'>,
  family: Family,
  options: SimulatedOptions = { every: 1, burst: 20 },
) {
  const behind = createSimulatedReader(family, options);
  const head = bridgeOf(ids)?.head ?? 0;
  const setups: (UsbSetup & { data?: number[] })[] = [];
  let cleared = 0;
  let ready: Answer[] = [];
  let asked: { give(answer: Answer): void; fail(problem: unknown): void }[] = [];
  const say = (answer: Answer) => {
    const waiting = asked.shift();
    if (waiting) waiting.give(answer);
    else ready.push(answer);
  };
  const fail = (name: string) => {
    for (const { fail: give } of asked) give(new DOMException('gone', name));
    asked = [];
    ready = [];
  };
  const hear = (chunk: Uint8Array) => {
    for (let from = 0; from < chunk.length; from += packetSize - head) {
      const packet = Uint8Array.of(
        ...Array<number>(head).fill(0x60),
        ...chunk.subarray(from, from + packetSize - head),
      );
      say({ status: 'ok', data: new DataView(packet.buffer) });
    }
  };
  const device: UsbDevice & { opened: boolean; configuration: UsbDevice['configuration'] } = {
    ...ids,
    opened: false,
    configuration: null,
    async open() {
      device.opened = true;
    },
    async close() {
      device.opened = false;
      fail('AbortError');
      await behind.close();
    },
    async selectConfiguration() {
      const ends = (['in', 'out'] as const).map((direction, place) => ({
        endpointNumber: place + 1,
        direction,
        type: 'bulk',
        packetSize,
      }));
      device.configuration = { interfaces: [{ interfaceNumber: 0, alternate: { endpoints: ends } }] };
    },
    claimInterface: () => behind.open(115_200, { bytes: hear, gone: () => fail('NetworkError') }),
    async controlTransferOut(setup, data) {
      setups.push({ ...setup, ...(data ? { data: [...data] } : {}) });
    },
    transferIn: () =>
      new Promise((give, lose) => {
        const next = ready.shift();
        if (next) give(next);
        else asked.push({ give, fail: lose });
      }),
    transferOut: (_end, data) => behind.send(data),
    async clearHalt() {
      cleared += 1;
    },
  };
  return {
    device,
    behind,
    setups,
    say,
    /** How often a halt was cleared. */
    get cleared() {
      return cleared;
    },
    /** Every question on its way is answered by a halt, as after more than the chip could hold. */
    halt() {
      for (let count = asked.length; count > 0; count -= 1) say({ status: 'stall' });
    },
  };
}

/** WebUSB as a browser has it, with these devices. */
export function fakeUsb(devices: readonly UsbDevice[], chosen?: () => Promise<UsbDevice>) {
  const usb = Object.assign(new EventTarget(), {
    getDevices: async () => devices,
    requestDevice: chosen ?? (async () => devices[0]),
  });
  const plug = () => void usb.dispatchEvent(Object.assign(new Event('connect'), { device: devices[0] }));
  return { usb, plug };
}
