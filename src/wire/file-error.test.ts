import { expect, it } from 'vitest';
import { fileErrorOf } from './file-error.ts';

it.each([
  ['an error', '{"code":4003,"msg":"无权限","result":null}', { kind: 'forbidden', msg: '无权限' }],
  [
    'an error behind a mark and blanks',
    '\uFEFF \n{"code":4999,"message":"失败"}',
    { kind: 'refused', refusal: null, code: 4999, msg: '失败', field: null },
  ],
  [
    'an error without words',
    '{"code":4004}',
    { kind: 'refused', refusal: 'notFound', code: 4004, msg: '', field: null },
  ],
  ['a session that is over', '{"code":10000,"msg":""}', { kind: 'signedOut', by: 'body' }],
  ['a success', '{"code":200,"msg":"ok"}', null],
  ['JSON of its own', '{"codes":[1]}', null],
  ['a list', '[{"code":4003}]', null],
  ['what only begins like JSON', '{a,b\n1,2', null],
  ['a table', 'code,msg\n4003,无权限', null],
  ['nothing', '', null],
])('tells %s', async (_what, text, wanted) => {
  expect(await fileErrorOf(new Blob([text]))).toEqual(wanted);
});

it('does not read a file that is too large to be a sentence', async () => {
  expect(await fileErrorOf(new Blob([`{"code":4003,"msg":"${'a'.repeat(70_000)}"}`]))).toBeNull();
});
