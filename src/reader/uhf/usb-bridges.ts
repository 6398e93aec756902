// Chips between a USB plug and the serial line of a reader (reference rfid §1.9). They name no reader: who speaks there is probed.

/** What of WebUSB is used; the DOM's own types do not know it. */
export interface UsbDevice {
  readonly vendorId: number;
  readonly productId: number;
  readonly opened: boolean;
  readonly configuration: { readonly interfaces: readonly UsbInterface[] } | null;
  open(): Promise<void>;
  close(): Promise<void>;
  selectConfiguration(value: number): Promise<void>;
  claimInterface(number: number): Promise<void>;
  controlTransferOut(setup: UsbSetup, data?: Uint8Array): Promise<unknown>;
  transferIn(endpoint: number, length: number): Promise<{ readonly status: string; readonly data?: DataView | null }>;
  transferOut(endpoint: number, data: Uint8Array): Promise<unknown>;
  clearHalt(direction: 'in' | 'out', endpoint: number): Promise<void>;
}

/** One interface of a device, with the ends of its lines. */
export interface UsbInterface {
  readonly interfaceNumber: number;
  readonly alternate: { readonly endpoints: readonly UsbEndpoint[] };
}

interface UsbEndpoint {
  readonly endpointNumber: number;
  readonly direction: 'in' | 'out';
  readonly type: string;
  readonly packetSize: number;
}

export interface UsbSetup {
  readonly requestType: 'vendor';
  readonly recipient: 'device' | 'interface';
  readonly request: number;
  readonly value: number;
  readonly index: number;
}

/** One order to a chip; `data` follows where it has any. */
export interface BridgeOrder {
  readonly setup: UsbSetup;
  readonly data?: Uint8Array;
}

export interface Bridge {
  readonly name: string;
  readonly vendorId: number;
  readonly productIds: readonly number[];
  /** Bytes of its own at the head of each packet that comes in. */
  readonly head: number;
  /** Orders that bring up the line at a speed, eight bits, no parity, one stop bit, both signal lines down. Throws a RangeError for a speed that it is not known at. */
  orders(baud: number, line: { readonly interfaceNumber: number; readonly several: boolean }): readonly BridgeOrder[];
}

const toDevice = (request: number, value: number, index = 0): BridgeOrder => ({
  setup: { requestType: 'vendor', recipient: 'device', request, value, index },
});

const cp210x: Bridge = {
  name: 'CP210x',
  vendorId: 0x10c4,
  productIds: [0xea60, 0xea61, 0xea63, 0xea70, 0xea71],
  head: 0,
  orders(baud, { interfaceNumber: index }) {
    const order = (request: number, value: number, data?: Uint8Array): BridgeOrder => ({
      setup: { requestType: 'vendor', recipient: 'interface', request, value, index },
      ...(data ? { data } : {}),
    });
    const speed = Uint8Array.of(baud & 0xff, (baud >> 8) & 0xff, (baud >> 16) & 0xff, baud >>> 24);
    return [order(0x00, 1), order(0x1e, 0, speed), order(0x03, 0x0800), order(0x07, 0x0300)];
  },
};

const ch340: Bridge = {
  name: 'CH340',
  vendorId: 0x1a86,
  productIds: [0x7523, 0x5523],
  head: 0,
  orders: (baud) => [
    toDevice(0xa1, 0),
    toDevice(0x9a, 0x1312, speedOf(ch340Speeds, baud)),
    toDevice(0x9a, 0x2518, 0x00c3),
    // Its signal lines are said turned round.
    toDevice(0xa4, 0xffff),
  ],
};

const ch340Speeds: Readonly<Record<number, number>> = {
  9600: 0xb282,
  57600: 0x9883,
  115200: 0xcc83,
  230400: 0xe683,
};

const ftdi: Bridge = {
  name: 'FTDI',
  vendorId: 0x0403,
  productIds: [0x6001, 0x6010, 0x6011, 0x6014, 0x6015],
  head: 2,
  orders(baud, { interfaceNumber, several }) {
    // A chip with one line is spoken to as a whole, one with several line by line, from 1.
    const index = several ? interfaceNumber + 1 : 0;
    return [
      toDevice(0x00, 0, index),
      toDevice(0x00, 1, index),
      toDevice(0x00, 2, index),
      toDevice(0x03, speedOf(ftdiSpeeds, baud), index),
      toDevice(0x04, 0x0008, index),
      toDevice(0x02, 0, index),
      toDevice(0x01, 0x0300, index),
      toDevice(0x09, 4, index),
    ];
  },
};

const ftdiSpeeds: Readonly<Record<number, number>> = {
  9600: 0x4138,
  57600: 0xc034,
  115200: 0x001a,
  230400: 0x000d,
  921600: 0x8003,
};

function speedOf(speeds: Readonly<Record<number, number>>, baud: number): number {
  const speed = speeds[baud];
  if (speed === undefined) throw new RangeError(`no divisor for ${baud} baud`);
  return speed;
}

/** Chips that a reader may stand behind. */
export const bridges: readonly Bridge[] = [cp210x, ch340, ftdi];

/** The chip of a device; undefined where it is none of ours. */
export const bridgeOf = ({ vendorId, productId }: Pick<UsbDevice, 'vendorId' | 'productId'>): Bridge | undefined =>
  bridges.find((bridge) => bridge.vendorId === vendorId && bridge.productIds.includes(productId));

/** What the line said, without what the chip put at the head of each packet. */
export function payloadOf({ head }: Bridge, bytes: Uint8Array, packetSize: number): Uint8Array {
  if (head === 0) return bytes;
  const parts: number[] = [];
  for (let at = 0; at < bytes.length; at += packetSize) parts.push(...bytes.subarray(at + head, at + packetSize));
  return Uint8Array.from(parts);
}
