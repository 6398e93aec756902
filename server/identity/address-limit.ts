import { isIPv6 } from 'node:net';
import { Refusal } from '#contract/kit/errors.ts';

/**
 * Slows one password tried on many accounts: an address may fail 20 times a minute (reliability S07). Only failures
 * count, so that a whole shop behind one address signs in at nine. In memory and bounded: the counters that must
 * survive a restart are the accounts' own.
 */
export class AddressLimit {
  readonly #spent = new Map<string, { failures: number; at: number }>();

  /** Takes one of the address's tries before it is judged; refuses (`tooMany`) when there is none left. */
  take(ip: string, now: Date): void {
    const key = keyOf(ip);
    const failures = this.#counted(key, now) + 1;
    if (failures > perMinute) throw new Refusal('tooMany');
    this.#spent.delete(key);
    this.#spent.set(key, { failures, at: now.getTime() });
    if (this.#spent.size > mostAddresses) this.#dropOldest();
  }

  /** Gives a try back that was no failure. */
  giveBack(ip: string): void {
    const spent = this.#spent.get(keyOf(ip));
    if (spent) spent.failures = Math.max(spent.failures - 1, 0);
  }

  /** Failures of the address that still count, in this process; a fraction while one runs out. */
  failuresOf(ip: string, now: Date): number {
    return this.#counted(keyOf(ip), now);
  }

  // Failures run out of the bucket evenly, 20 a minute.
  #counted(key: string, now: Date): number {
    const spent = this.#spent.get(key);
    if (!spent) return 0;
    const ran = Math.max(now.getTime() - spent.at, 0) * (perMinute / 60_000);
    return Math.max(spent.failures - ran, 0);
  }

  #dropOldest(): void {
    const [oldest] = this.#spent.keys();
    if (oldest !== undefined) this.#spent.delete(oldest);
  }
}

const perMinute = 20;
const mostAddresses = 10_000;

// Whoever has one IPv6 address has 2^64 of them.
function keyOf(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const whole = ip.includes('::')
    ? [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
    : before;
  return whole.slice(0, 4).join(':');
}
