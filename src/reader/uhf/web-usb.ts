import type { Transport } from './transport.ts';
import { type Bridge, bridgeOf, bridges, payloadOf, type UsbDevice } from './usb-bridges.ts';

interface Usb extends EventTarget {
  requestDevice(options: { filters: { vendorId: number; productId: number }[] }): Promise<UsbDevice>;
  getDevices(): Promise<UsbDevice[]>;
}

/** Questions to the chip on their way at once: with one alone what arrives between two is lost without a word. */
const queued = 16;
/** The largest packet of a chip at full speed. */
const usualPacket = 64;

const usbOf = (): Usb | undefined => (navigator as unknown as { usb?: Usb }).usb;

/** Can this browser talk to USB devices at all? Over HTTPS only. */
export const hasWebUsb = (): boolean => usbOf() !== undefined;

/** Asks the person to choose a device; must come from a press. Null where nothing was chosen. */
export async function chooseDevice(): Promise<Transport | null> {
  const filters = bridges.flatMap(({ vendorId, productIds }) =>
    productIds.map((productId) => ({ vendorId, productId })),
  );
  try {
    const device = await usbOf()?.requestDevice({ filters });
    return (device && transportOf(device)) ?? null;
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === 'NotFoundError') return null;
    throw problem;
  }
}

/** Devices that this person has allowed before, on this device. */
export async function allowedDevices(): Promise<Transport[]> {
  return ((await usbOf()?.getDevices()) ?? []).flatMap((device) => transportOf(device) ?? []);
}

/** Tells of a device that this person has allowed before and that has been plugged in (again). The answer ends it. */
export function onDeviceBack(told: (transport: Transport) => void): () => void {
  const usb = usbOf();
  const heard = (event: Event) => {
    const { device } = event as Event & { device?: UsbDevice };
    const transport = device && transportOf(device);
    if (transport) told(transport);
  };
  usb?.addEventListener('connect', heard);
  return () => usb?.removeEventListener('connect', heard);
}

/** A way to a reader behind a chip that we know; undefined for any other device. */
export function transportOf(device: UsbDevice): Transport | undefined {
  const bridge = bridgeOf(device);
  return bridge && throughBridge(device, bridge);
}

interface Line {
  readonly into: number;
  readonly out: number;
  readonly packet: number;
}

function throughBridge(device: UsbDevice, bridge: Bridge): Transport {
  let line: Line | undefined;
  let stopping = false;
  let ended: Promise<void> = Promise.resolve();

  async function raised(baud: number): Promise<Line> {
    if (device.configuration === null) await device.selectConfiguration(1);
    const { line: found, ...where } = await claimed(device);
    for (const { setup, data } of bridge.orders(baud, where)) await device.controlTransferOut(setup, data);
    return found;
  }

  async function readAll({ into, packet }: Line, on: Parameters<Transport['open']>[1]): Promise<void> {
    // Each is settled by itself, so that none that is given up is an error of nobody's.
    const ask = () => device.transferIn(into, packet).catch((problem: unknown) => ({ problem }));
    let waiting = Array.from({ length: queued }, ask);
    while (!stopping) {
      const answer = await waiting.shift();
      if (stopping) return;
      if (!answer || 'problem' in answer) break;
      if (answer.status === 'stall') {
        await Promise.all(waiting);
        await device.clearHalt('in', into);
        waiting = Array.from({ length: queued }, ask);
        continue;
      }
      waiting.push(ask());
      const { data } = answer;
      const said = data
        ? payloadOf(bridge, new Uint8Array(data.buffer, data.byteOffset, data.byteLength), packet)
        : new Uint8Array();
      if (said.length > 0) on.bytes(said);
    }
    if (!stopping) on.gone();
  }

  return {
    label: `${bridge.name} USB`,
    async open(baud, on) {
      stopping = false;
      await device.open();
      try {
        line = await raised(baud);
      } catch (problem) {
        await device.close();
        throw problem;
      }
      ended = readAll(line, on).catch(reportError);
    },
    async send(bytes) {
      if (!line) throw new Error('the device is closed');
      await device.transferOut(line.out, bytes);
    },
    async close() {
      stopping = true;
      line = undefined;
      // What is on its way is answered by being given up.
      await device.close().catch(() => undefined);
      await ended;
    },
  };
}

/** Takes the first interface with a way in and a way out. Throws a NetworkError where the system has it already. */
async function claimed(device: UsbDevice): Promise<{ line: Line; interfaceNumber: number; several: boolean }> {
  const { interfaces = [] } = device.configuration ?? {};
  for (const { interfaceNumber, alternate } of interfaces) {
    const end = (towards: 'in' | 'out') =>
      alternate.endpoints.find(({ direction, type }) => direction === towards && type === 'bulk');
    const [into, out] = [end('in'), end('out')];
    if (!into || !out) continue;
    await device.claimInterface(interfaceNumber);
    return {
      line: { into: into.endpointNumber, out: out.endpointNumber, packet: into.packetSize || usualPacket },
      interfaceNumber,
      several: interfaces.length > 1,
    };
  }
  throw new Error('the device has no serial line');
}
