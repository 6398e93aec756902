/** A tag as a reader reports it. */
export interface Tag {
  /** Upper-case hex. */
  readonly epc: string;
  /** Signal strength in dBm; null where the reader does not say. */
  readonly rssi: number | null;
  readonly antenna: number | null;
}

/** What a frame of a reader says. */
export type Heard =
  | { readonly kind: 'tag'; readonly tag: Tag }
  /** A tag whose own check sum is wrong: the frame arrived whole, and what it says was misread on the air or on the wire. */
  | { readonly kind: 'misread' }
  | { readonly kind: 'reply'; readonly command: number; readonly status: number; readonly data: Uint8Array }
  /** It is there and reads nothing. */
  | { readonly kind: 'alive' }
  /** A round of reading is over: whoever wants more asks again. */
  | { readonly kind: 'round_over' }
  /** Something that keeps it from reading, in words for a person. */
  | { readonly kind: 'trouble'; readonly words: string };

/** A frame to send, and the command whose reply says that it was taken; null for what is not answered. */
export interface Order {
  readonly bytes: Uint8Array;
  readonly replied: number | null;
}

/** How a family of UHF readers speaks: pure, bytes in and bytes out (reference rfid §1). */
export interface Protocol {
  readonly name: string;
  readonly label: string;
  /** Speeds at which it is looked for, the likeliest first. */
  readonly bauds: readonly number[];
  /** What it may be told to send with, in dBm. */
  readonly power: { readonly least: number; readonly most: number };
  /**
   * The length of the whole, checked frame that begins there; 0 when more bytes are needed to tell, -1 when none begins there.
   * Header and end bytes occur inside frames: nothing but the check tells a frame.
   */
  frameAt(buffer: Uint8Array, at: number): number;
  read(frame: Uint8Array): Heard;
  readonly askVersion: Order;
  /** What it calls itself, from the reply; null for any other reply. */
  versionIn(heard: Heard): string | null;
  readonly askPower: Order;
  /** dBm. */
  powerIn(heard: Heard): number | null;
  setPower(dbm: number): Order;
  /** The band is read and shown, and never set by us: a wrong one is illegal (reference rfid §1.2). */
  readonly askRegion: Order;
  regionIn(heard: Heard): string | null;
  /** Begins to read the EPC of every tag, each as rarely as the reader can (MemoryBank EPC, ExcludeDuplication of specification §7). */
  readonly start: readonly Order[];
  /** Asks for more after a round, or after a silence. */
  readonly again: Order;
  /** Whether each round has to be asked for. */
  readonly byRounds: boolean;
  /** Null where not asking again is enough. */
  readonly stop: Order | null;
}

/** A reply to this command. */
export const replyTo = (heard: Heard, command: number): Extract<Heard, { kind: 'reply' }> | null =>
  heard.kind === 'reply' && heard.command === command ? heard : null;
