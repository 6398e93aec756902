import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Seals secrets that must be read again, so that a copy of the database alone does not give them away: AES-256-GCM. */
export class Vault {
  readonly #key: Buffer;

  /** `key`: 32 bytes (`readSecretKey`). */
  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Seals a secret of somebody; `owner` is bound to it, so that a row copied to another person opens nothing. */
  seal(secret: string, owner: number): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(String(owner)));
    return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** The secret again. Throws where the key is another, the owner is another, or a bit has changed. */
  open(sealed: Buffer, owner: number): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(String(owner))).setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8');
  }
}

const nonceBytes = 12;
const tagBytes = 16;
