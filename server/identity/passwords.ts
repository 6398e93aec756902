import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { HashQueue } from './hash-queue.ts';

/**
 * argon2id as OWASP ASVS 5 asks (appendix C: 46 MiB with one pass). One object a process: together two hashes run at once
 * and 50 wait, so that a flood of sign-ins costs at most 92 MiB and leaves the other cores to the scans (reliability S09).
 */
export class Passwords {
  readonly #queue = new HashQueue({ atOnce: 2, mostWaiting: 50 });
  readonly #cost: HashCost;
  readonly #decoy: string;
  #work = 0;

  constructor(cost: HashCost = fullCost) {
    this.#cost = cost;
    this.#decoy = decoyOf(cost);
  }

  /** Hashes computed so far, each as costly as the other. */
  get work(): number {
    return this.#work;
  }

  /** The salted hash of a password, with its parameters in front. */
  async hash(password: string): Promise<string> {
    return await this.#queue.run(() => {
      this.#work += 1;
      return hash(normal(password), this.#cost);
    });
  }

  /** Is it this password? Without a stored hash the answer is no, after the same work: nobody learns which accounts exist. */
  async matches(stored: string | null, password: string): Promise<boolean> {
    const right = await this.#queue.run(() => {
      this.#work += 1;
      return verify(stored ?? this.#decoy, normal(password));
    });
    return right && stored !== null;
  }

  /** Was it made with other parameters than we use today? */
  isOutdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(stored);
    const own = this.#cost;
    return memoryCost !== own.memoryCost || timeCost !== own.timeCost || parallelism !== own.parallelism;
  }
}

/** What one hash costs: KiB of memory, passes over it, lanes. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** What the product pays. Tests that are not about it pay less. */
export const fullCost: HashCost = { memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };

/** The hash of nothing at all: random bytes that no password is known to lead to. */
function decoyOf({ memoryCost, timeCost, parallelism }: HashCost): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${bytes(16)}$${bytes(32)}`;
}

function bytes(count: number): string {
  return randomBytes(count).toString('base64').replaceAll('=', '');
}

// The same characters typed on another keyboard, full width or composed otherwise, are the same password (NIST 800-63B).
function normal(password: string): string {
  return password.normalize('NFKC');
}
