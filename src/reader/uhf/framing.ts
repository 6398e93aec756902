import { joined } from './bytes.ts';
import type { Heard, Protocol } from './protocol.ts';

/** Finds frames in what comes, however it is cut, and passes over what is none. */
export interface Framing {
  push(chunk: Uint8Array): Heard[];
  /** Nothing has come for a while: what waits for more bytes is no frame, and behind it one may stand. */
  quiet(): Heard[];
  /** Bytes that belonged to no frame. */
  readonly passedOver: number;
}

export function createFraming(protocol: Pick<Protocol, 'frameAt' | 'read'>): Framing {
  let kept: Uint8Array = new Uint8Array();
  let passedOver = 0;

  function cut(certain: boolean): Heard[] {
    const heard: Heard[] = [];
    let at = 0;
    while (at < kept.length) {
      const length = protocol.frameAt(kept, at);
      if (length > 0) {
        heard.push(protocol.read(kept.subarray(at, at + length)));
        at += length;
      } else if (length === 0 && !certain) break;
      else {
        passedOver += 1;
        at += 1;
      }
    }
    kept = kept.slice(at);
    return heard;
  }

  return {
    push(chunk) {
      kept = joined(kept, chunk);
      return cut(false);
    },
    quiet: () => cut(true),
    get passedOver() {
      return passedOver;
    },
  };
}
