import { expect, it } from 'vitest';
import { AddressLimit } from './address-limit.ts';

const start = new Date('2026-11-21T01:00:00Z');
const later = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);

function spend(limit: AddressLimit, ip: string, at = start): number {
  for (let taken = 0; ; taken += 1) {
    try {
      limit.take(ip, at);
    } catch {
      return taken;
    }
  }
}

it('lets an address fail 20 times, then one more every three seconds', () => {
  const limit = new AddressLimit();
  expect(spend(limit, '10.0.0.1')).toBe(20);
  expect(spend(limit, '10.0.0.2')).toBe(20);
  expect(spend(limit, '10.0.0.1', later(2))).toBe(0);
  expect(spend(limit, '10.0.0.1', later(31))).toBe(10);
});

it('counts what was given back as nothing', () => {
  const limit = new AddressLimit();
  for (let person = 0; person < 100; person += 1) {
    limit.take('10.0.0.1', start);
    limit.giveBack('10.0.0.1');
  }
  expect(spend(limit, '10.0.0.1')).toBe(20);
});

it('takes a whole IPv6 network for one address', () => {
  const limit = new AddressLimit();
  expect(spend(limit, '2001:db8:1:2::1')).toBe(20);
  expect(spend(limit, '2001:db8:1:2:ffff::9')).toBe(0);
  expect(spend(limit, '2001:db8:1:3::1')).toBe(20);
  expect(spend(limit, '2001:db8::1')).toBe(20);
});
