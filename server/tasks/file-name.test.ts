import { expect, it } from 'vitest';
import { fileNameOf } from './file-name.ts';

const made = { created_at: '2026-11-21T18:00:00.000Z', extension: 'csv' };

it.each([
  ['../../etc/passwd', '_.._etc_passwd_20261122.csv'],
  ['a\\b:c*d?e"f<g>h|i', 'a_b_c_d_e_f_g_h_i_20261122.csv'],
  ['...', '导出_20261122.csv'],
  [' 库存. ', ' 库存_20261122.csv'],
])('what file systems refuse is not in a name: %j', (name, file) => {
  expect(fileNameOf({ ...made, name })).toBe(file);
});

it('carries the business day on which it was asked for', () => {
  expect(fileNameOf({ ...made, name: '库存', created_at: '2026-11-21T15:59:59.000Z' })).toBe('库存_20261121.csv');
});
