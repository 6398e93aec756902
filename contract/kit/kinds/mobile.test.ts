import { describe, expect, it } from 'vitest';
import { areaCodeKind, areaPrefix } from './area-code.ts';
import { mobile, mobileKind } from './mobile.ts';

describe('a mobile number', () => {
  it.each([
    ['138 0000 1234', '13800001234'],
    ['138-0000-1234', '13800001234'],
    ['+86 13800001234', '13800001234'],
    ['008613800001234', '13800001234'],
    ['１３８００００１２３４', '13800001234'],
    ['13800', '13800'],
    ['', ''],
  ])('%j is kept as %j while it is typed', (typed, kept) => {
    expect(mobileKind.tidy?.(typed, mobile('手机号'))).toBe(kept);
  });
});

describe('the code of an area', () => {
  it.each([
    ['330000', '33'],
    ['330100', '3301'],
    ['330106', '330106'],
    ['429004', '429004'],
  ])('of %s all that is within begins with %s', (code, prefix) => {
    expect(areaPrefix(code)).toBe(prefix);
  });

  it.each(['', '33', '3301060', '330a06', '030106'])('is not %j', (typed) => {
    expect(areaCodeKind.parse(typed, { kind: areaCodeKind, label: '地区' })).toBeUndefined();
  });
});
