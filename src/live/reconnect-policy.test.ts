import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeCodes } from '#contract/areas/shell/push.ts';
import { normalCodes, reconnectDelay } from './reconnect-policy.ts';

const middle = () => 0.5;
const delays = (opened: boolean, count: number) =>
  Array.from({ length: count }, (_, failures) => reconnectDelay({ code: 1006, opened, failures }, middle));

describe('when a connection is tried again', () => {
  it.each([1000, 1001, 1005])('never after %i', (code) => {
    expect(reconnectDelay({ code, opened: true, failures: 0 }, middle)).toBeNull();
  });

  it('after 1000 ms, doubled up to 60000 ms', () => {
    expect(delays(true, 9)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it('after 3000 ms at least where it did not even open', () => {
    expect(delays(false, 4)).toEqual([3000, 3000, 4000, 8000]);
  });

  it('latest where the person has too many', () => {
    expect(reconnectDelay({ code: closeCodes.elsewhere, opened: true, failures: 0 }, middle)).toBe(60_000);
  });

  it('after every code that a server of ours uses', () => {
    const { done, ...others } = closeCodes;
    expect(normalCodes).toContain(done);
    for (const code of Object.values(others))
      expect(reconnectDelay({ code, opened: true, failures: 0 }, middle), String(code)).not.toBeNull();
  });

  it('never later than 60000 ms, never sooner than four fifths of the interval, and not all at one instant', () => {
    const seen = new Set<number>();
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(999), fc.boolean(), (failures, chance, opened) => {
        const delay = reconnectDelay({ code: 1012, opened, failures }, () => chance / 1000) ?? Number.NaN;
        if (failures > 6) seen.add(delay);
        return delay <= 60_000 && delay >= (opened ? 800 : 2400) && (failures <= 6 || delay >= 48_000);
      }),
    );
    expect(seen.size).toBeGreaterThan(20);
  });
});
