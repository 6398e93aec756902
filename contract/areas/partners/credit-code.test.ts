import { describe, expect, it } from 'vitest';
import { checkCharacter, isCreditCode } from './credit-code.ts';

describe('a unified social credit code', () => {
  it.each([
    ['', 'nothing'],
    ['91350100M000100Y4', 'one character short'],
    ['91350100M000100Y433', 'one too many'],
    ['91350100M000100Y44', 'another check character'],
    ['91350100M000010Y43', 'two characters changed places'],
    ['91350100I000100Y43', 'a letter that is never used'],
    ['91350100m000100y43', 'small letters'],
  ])('is not %s: %s', (code) => {
    expect(isCreditCode(code)).toBe(false);
  });

  it('is the one of the standard’s own example', () => {
    expect(isCreditCode('91350100M000100Y43')).toBe(true);
  });

  it('has no check character for what is no beginning of one', () => {
    expect(checkCharacter('I1350100M000100Y4')).toBeUndefined();
  });
});
