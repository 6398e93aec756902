import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// The build leaves these out of antd's tables (lean-antd.ts): a table that has them would throw in the built application alone.
const leftOut: readonly (readonly [what: string, sign: RegExp])[] = [
  ['rows picked by radio buttons', /rowSelection[\s\S]{0,200}type:\s*'radio'/],
  ['columns with filters of their own', /\bonFilter\b|\bfilterDropdown\b/],
];

const root = 'src';
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

it.each(leftOut)('no table has %s', (_what, sign) => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter(({ text }) => sign.test(text)).map(({ name }) => name)).toEqual([]);
});
