import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { serveEverything } from '#server/application.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { houseRoot } from './source.ts';

/** Calls of the specification that are no calls of the frame: they take files, answer with one, or come before there is a session. */
const besideTheFrame: readonly string[] = [
  'acl /captcha',
  'acl /changePwd',
  'acl /login',
  'acl /loginOut',
  'erp /v1/Excel/exportTpl',
  'erp /v1/brand/uploadLogo',
  'erp /v1/common/upload',
  'erp /v1/contract/import',
  'erp /v1/spu/upload',
  'erp /v1/spu/uploadImage',
  'erp /v1/spu/uploadImgs',
];

it('the calls of the specification are served, all of them', () => {
  const specified = readFileSync(`${houseRoot}/tests/laws/specified-calls.txt`, 'utf8').trim().split('\n');
  const { registry } = serveEverything(new Numbers(undefined as never));
  const served = new Set(registry.all().map(({ call }) => `${call.service} ${call.path}`));
  const missing = specified.filter((one) => !served.has(one) && !besideTheFrame.includes(one));
  expect(missing).toEqual([]);
  expect(besideTheFrame.filter((one) => served.has(one))).toEqual([]);
});
