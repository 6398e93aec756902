// What of Web Serial is used; the DOM's own types do not know it yet.
interface Port {
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
  readonly writable: WritableStream<Uint8Array> | null;
}

const serial = (): { requestPort(): Promise<Port> } | undefined =>
  (navigator as { serial?: { requestPort(): Promise<Port> } }).serial;

/** Whether this browser can send to a printer on a serial or USB-serial line. */
export const hasLabelPort = (): boolean => serial() !== undefined;

let chosen: Port | null = null;

/** Lets a person choose the printer's port, once for the life of the page; must come from a press. False where none was chosen. */
export async function chooseLabelPort(): Promise<boolean> {
  if (chosen) return true;
  try {
    chosen = (await serial()?.requestPort()) ?? null;
  } catch (problem) {
    if (!(problem instanceof DOMException && problem.name === 'NotFoundError')) throw problem;
  }
  return chosen !== null;
}

/** Sends bytes to the chosen printer and lets go of the line. Rejects where it cannot be opened. */
export async function sendToLabelPort(bytes: Uint8Array, baudRate: number): Promise<void> {
  const port = chosen;
  if (!port) throw new Error('no printer was chosen');
  try {
    await port.open({ baudRate });
    const writer = port.writable?.getWriter();
    if (!writer) throw new Error('the printer takes nothing');
    await writer.write(bytes);
    writer.releaseLock();
  } catch (problem) {
    // Another one may be chosen next time.
    chosen = null;
    throw problem;
  } finally {
    await port.close().catch(() => undefined);
  }
}
