/** The encodings that texts of tables come in: what the world writes, what spreadsheets in China save, and what they call Unicode text. */
export type TableEncoding = 'utf-8' | 'gb18030' | 'utf-16le' | 'utf-16be';

/** The encoding of UTF-16 that the mark at the beginning of a text names; undefined where none stands. */
export function markedEncoding(start: Uint8Array): TableEncoding | undefined {
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  // The mark of UTF-32 begins like it.
  return start[0] === 0xff && start[1] === 0xfe && (start[2] !== 0 || start[3] !== 0) ? 'utf-16le' : undefined;
}

/**
 * Whether the beginning of a text looks like UTF-16 that says nothing of itself: the digits, commas and line breaks of a table are each a zero and
 * a byte of ASCII in it, always in the same order. Pictures and programs have zeros anywhere.
 */
export function isBareUtf16(start: Uint8Array): boolean {
  const zeros = Array.from(start.keys()).filter((place) => start[place] === 0);
  const order = (zeros[0] ?? 0) % 2;
  const isSign = (byte = 0) => byte === 9 || byte === 10 || byte === 13 || (byte >= 0x20 && byte < 0x7f);
  return (
    zeros.length > 1 &&
    zeros.length * 64 >= start.length &&
    zeros.every((place) => place % 2 === order && isSign(start[order === 1 ? place - 1 : place + 1]))
  );
}

/**
 * Weighs the bytes of a text that is not UTF-8 throughout. One damaged character does not make the others Chinese of another encoding: what
 * is mostly UTF-8 is read as such, and so is what is neither (a letter with an accent between plain ones), because then each damaged row can be
 * told. What is left is GB18030, where characters are pairs of bytes that are both no ASCII.
 */
export class EncodingWeigher {
  #good = 0;
  #bad = 0;
  #pairs = 0;
  #lone = 0;
  /** Bytes that the character of UTF-8 still needs, and whether a pair has begun. */
  #needed = 0;
  #begun = false;
  #marked: boolean | undefined;

  take(bytes: Uint8Array): void {
    this.#marked ??= bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    for (const byte of bytes) {
      this.#weighCharacter(byte);
      this.#weighPair(byte);
    }
  }

  get encoding(): TableEncoding {
    const bad = this.#bad + (this.#needed > 0 ? 1 : 0);
    return this.#marked || this.#good > bad || this.#lone > this.#pairs ? 'utf-8' : 'gb18030';
  }

  #weighCharacter(byte: number): void {
    if (this.#needed > 0) {
      const goesOn = byte >= 0x80 && byte <= 0xbf;
      this.#needed = goesOn ? this.#needed - 1 : 0;
      if (goesOn && this.#needed === 0) this.#good += 1;
      if (goesOn) return;
      this.#bad += 1;
    }
    if (byte < 0x80) return;
    this.#needed = byte < 0xc2 || byte > 0xf4 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    if (this.#needed === 0) this.#bad += 1;
  }

  #weighPair(byte: number): void {
    if (!this.#begun) {
      this.#begun = byte > 0x80;
      return;
    }
    if (byte < 0x80) this.#lone += 1;
    else this.#pairs += 1;
    this.#begun = false;
  }
}
