import { expect, it } from 'vitest';
import { noticedMessage } from './repeated-message.ts';

it('appends two spaces to a message that is shown again, and lets a new one be', () => {
  const shown = ['账号或密码错误', '账号或密码错误', '账号或密码错误', '账号已停用', '账号已停用'].map(noticedMessage);
  expect(shown).toEqual(['账号或密码错误', '账号或密码错误  ', '账号或密码错误', '账号已停用', '账号已停用  ']);
});
