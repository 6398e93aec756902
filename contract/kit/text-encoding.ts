/** The encodings that texts of tables come in: what the world writes, and what spreadsheets in China save. */
export type TableEncoding = 'utf-8' | 'gb18030';

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
