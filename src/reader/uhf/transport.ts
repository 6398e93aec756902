/** A way to a reader: a serial port of the browser, or one that is made believe. */
export interface Transport {
  /** What a person knows it by. */
  readonly label: string;
  /** Opens at this speed; from then on what comes is told in order, and that it has gone. Opened again at another speed once closed. */
  open(baud: number, on: { bytes(chunk: Uint8Array): void; gone(): void }): Promise<void>;
  send(bytes: Uint8Array): Promise<void>;
  /** Lets go of it; nothing is told any more. */
  close(): Promise<void>;
}
