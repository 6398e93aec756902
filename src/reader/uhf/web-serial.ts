import type { Transport } from './transport.ts';

// What of Web Serial is used; the DOM's own types do not know it yet (reference rfid §3.1).
interface SerialPort extends EventTarget {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  open(options: { baudRate: number; bufferSize: number }): Promise<void>;
  close(): Promise<void>;
  setSignals(signals: { dataTerminalReady: boolean; requestToSend: boolean }): Promise<void>;
  getInfo(): { usbVendorId?: number; usbProductId?: number };
}
interface Serial extends EventTarget {
  requestPort(): Promise<SerialPort>;
  getPorts(): Promise<SerialPort[]>;
}

/** The default holds 22 ms of what a reader sends; this one more than a second. */
const bufferSize = 16_384;

const serialOf = (): Serial | undefined => (navigator as unknown as { serial?: Serial }).serial;

/** Can this browser talk to serial ports at all? Over HTTPS only, and not on every tablet. */
export const hasWebSerial = (): boolean => serialOf() !== undefined;

/** Asks the person to choose a port; must come from a press. Null where nothing was chosen. */
export async function choosePort(): Promise<Transport | null> {
  try {
    const port = await serialOf()?.requestPort();
    return port ? transportOf(port) : null;
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === 'NotFoundError') return null;
    throw problem;
  }
}

/** Ports that this person has allowed before, on this device. */
export async function allowedPorts(): Promise<Transport[]> {
  return ((await serialOf()?.getPorts()) ?? []).map(transportOf);
}

/** Tells of a port that this person has allowed before and that has been plugged in (again). The answer ends it. */
export function onPortBack(told: (transport: Transport) => void): () => void {
  const serial = serialOf();
  const heard = ({ target }: Event) => {
    // Some browsers name the port, others only that there is one.
    if (isPort(target)) told(transportOf(target));
    else void allowedPorts().then(([first]) => first && told(first), reportError);
  };
  serial?.addEventListener('connect', heard);
  return () => serial?.removeEventListener('connect', heard);
}

const isPort = (target: EventTarget | null): target is SerialPort => target !== null && 'getInfo' in target;

function transportOf(port: SerialPort): Transport {
  let stopping = false;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let ended: Promise<void> = Promise.resolve();

  async function readAll(on: Parameters<Transport['open']>[1]): Promise<void> {
    // An overrun or a wrong bit ends the stream and not the port: it gives another one. Unplugged, it gives none.
    while (port.readable && !stopping) {
      reader = port.readable.getReader();
      try {
        for (;;) {
          const { value, done } = await reader.read();
          if (done) break;
          on.bytes(value);
        }
      } catch (problem) {
        if (!(problem instanceof DOMException)) throw problem;
      } finally {
        reader.releaseLock();
      }
    }
    if (!stopping) on.gone();
  }

  return {
    label: labelOf(port),
    async open(baud, on) {
      stopping = false;
      await port.open({ baudRate: baud, bufferSize });
      // Some boards sleep while either line is up.
      await port.setSignals({ dataTerminalReady: false, requestToSend: false }).catch(() => undefined);
      ended = readAll(on).catch(reportError);
    },
    async send(bytes) {
      const writer = port.writable?.getWriter();
      if (!writer) throw new Error('the port is closed');
      try {
        await writer.write(bytes);
      } finally {
        writer.releaseLock();
      }
    },
    async close() {
      stopping = true;
      await reader?.cancel().catch(() => undefined);
      await ended;
      await port.close().catch(() => undefined);
    },
  };
}

function labelOf(port: SerialPort): string {
  const { usbVendorId, usbProductId } = port.getInfo();
  if (usbVendorId === undefined) return '串口';
  const hex = (part = 0): string => part.toString(16).toUpperCase().padStart(4, '0');
  return `USB 串口 ${hex(usbVendorId)}:${hex(usbProductId)}`;
}
