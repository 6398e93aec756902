import { describe, expect, it } from 'vitest';
import { brokenRule, freshPassword, passwordRules } from './password-rules.ts';

const names = ['wangtiezhu', '王铁柱', null, undefined, '13800000001'];
const states = (password: string) => passwordRules(password, names).map((rule) => rule.state);

describe('the password policy while somebody types', () => {
  it.each([
    ['', '密码不能为空'],
    ['short', '密码至少 15 个字符'],
    ['x'.repeat(129), '密码不能超过 128 个字符'],
    ['wangtiezhu-wangtiezhu', '密码不能只是账号、姓名、工号、手机号的拼凑'],
    ['WangTieZhu 13800000001 王铁柱', '密码不能只是账号、姓名、工号、手机号的拼凑'],
    ['blue-lamp-over-river', undefined],
    // No rule of composition, and a name may be part of more.
    ['wangtiezhu likes dumplings', undefined],
    ['我在河边种了一排柳树今年春天发了芽', undefined],
  ])('%j: %s', (password, words) => {
    expect(brokenRule(password, names)).toBe(words);
  });

  it('is open before anything is typed, and the server has the last word', () => {
    expect(states('')).toEqual(['open', 'open', 'open', 'open']);
    expect(states('short')).toEqual(['broken', 'kept', 'broken', 'open']);
    expect(states('blue-lamp-over-river')).toEqual(['kept', 'kept', 'kept', 'open']);
  });

  it('counts what a person sees as one character', () => {
    expect(passwordRules('🙂'.repeat(15), names)[0]).toEqual({ words: '至少 15 个字符（现在 15）', state: 'kept' });
  });
});

describe('a first password', () => {
  it('keeps the policy, and is different for different bytes', () => {
    const one = freshPassword(Uint8Array.from({ length: 20 }, (_, index) => index * 7));
    expect(one).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/);
    expect(brokenRule(one, names)).toBeUndefined();
    expect(freshPassword(new Uint8Array(20).fill(33))).not.toBe(freshPassword(new Uint8Array(20).fill(34)));
  });
});
