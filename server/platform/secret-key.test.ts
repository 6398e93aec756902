import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSecretKey } from './secret-key.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'secret-key-'));

test.each(['short', 'z'.repeat(64), 'a'.repeat(63)])('a key like %s is refused without being repeated', (given) => {
  expect(() => readSecretKey({ SECRET_KEY: given }, folder())).toThrow('SECRET_KEY must be 64 hexadecimal digits');
});

test('a broken file is refused, not replaced: what it sealed would be lost', () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, 'secret-key'), 'half');
  expect(() => readSecretKey({}, dataDir)).toThrow('must be 64 hexadecimal digits');
});

test('without one the data directory keeps a key of its own, for its owner only', () => {
  const dataDir = join(folder(), 'new');
  const key = readSecretKey({ SECRET_KEY: ' ' }, dataDir);
  expect(key).toHaveLength(32);
  expect(readSecretKey({}, dataDir)).toEqual(key);
  expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
});

test('the environment comes first', () => {
  expect(readSecretKey({ SECRET_KEY: 'ab'.repeat(32) }, folder())).toEqual(Buffer.alloc(32, 0xab));
});
