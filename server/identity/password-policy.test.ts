import { describe, expect, it } from 'vitest';
import { weaknessOf } from './password-policy.ts';

const names = ['whsMgr', '周建国'];

describe('a password that is refused', () => {
  it.each([
    ['14 characters', 'k7#mQ2vX9!pL4z'],
    ['129 characters', 'k7#mQ2vX9!pL4zR'.repeat(9).slice(0, 129)],
    ['14 characters of four bytes each', '🦊🐢🌵🍋🎻🚲🧊🪁🛶🧵🪨🎲🧭🪴'],
    ['one word twice and a digit', 'passwordpassword1'],
    ['a word in disguise', 'P@ssw0rdP@ssw0rd!!'],
    ['a walk on the keyboard', 'qwertyuiop123456'],
    ['another walk', '1qaz2wsx3edc4rfv'],
    ['one key', 'aaaaaaaaaaaaaaa'],
    ['a short turn repeated', 'abcabcabcabcabc'],
    ['the account name', 'WhsMgr-2026-whsmgr'],
    ['the own name', '周建国周建国周建国周建国周建国'],
    ['the company', '折乐惠服饰折乐惠2026折乐惠'],
    ['the demo password', 'back-office-demo'],
    ['the famous one', 'correct horse battery staple'],
    ['full width letters', 'ｐａｓｓｗｏｒｄｐａｓｓｗｏｒｄ'],
    ['words and a year', 'Welcome Admin Summer 2026'],
    ['pinyin', 'woaini5201314woaini'],
  ])('%s', (_what, password) => {
    expect(weaknessOf(password, names)).toMatch(/密码/);
  });
});

describe('a password that is taken', () => {
  it.each([
    ['15 characters', 'k7#mQ2vX9!pL4zR'],
    ['64 characters', 'k7#mQ2vX9!pL4zRw'.repeat(4)],
    ['128 characters', 'k7#mQ2vX9!pL4zRw'.repeat(8)],
    ['no digit, no sign, no capital', 'the heron counts nine umbrellas'],
    ['digits only', '483920175836492'],
    ['Chinese', '春眠不觉晓处处闻啼鸟夜来风雨声'],
    ['15 characters of four bytes each', '🦊🐢🌵🍋🎻🚲🧊🪁🛶🧵🪨🎲🧭🪴🥁'],
    ['spaces at the ends', '  heron umbrella nine  '],
  ])('%s', (_what, password) => {
    expect(weaknessOf(password, names)).toBeUndefined();
  });
});
