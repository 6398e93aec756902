import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDirectory } from './data-lock.ts';
import { startMark } from './processes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('refuses a directory that a live process holds, and leaves its lock alone', () => {
  const first = lockDataDirectory(folder);
  expect(() => lockDataDirectory(folder)).toThrow(`in use by another server (process ${process.pid})`);
  expect(readdirSync(folder)).toEqual(['server.lock']);
  first.release();
  lockDataDirectory(folder).release();
  expect(readdirSync(folder)).toEqual([]);
});

test('refuses a path that cannot be a directory', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => lockDataDirectory(join(file, 'data'))).toThrow(
    /^cannot write to the data directory [^\n]*: a part of the path is not a directory$/,
  );
});

test('refuses a place where the system lets nobody make a directory', () => {
  expect(() => lockDataDirectory('/dev/fd/none/data')).toThrow(
    /^cannot write to the data directory \/dev\/fd\/none\/data: /,
  );
});

test('makes the directory', () => {
  const nested = join(folder, 'a', 'b');
  lockDataDirectory(nested).release();
  expect(existsSync(nested)).toBe(true);
});

test('takes over from a process that died', async () => {
  const child = spawn('sleep', ['60']);
  const { pid } = child;
  if (pid === undefined) throw new Error('no child');
  writeFileSync(join(folder, 'server.lock'), JSON.stringify({ pid, mark: startMark(pid) }));
  expect(() => lockDataDirectory(folder)).toThrow('in use');
  child.kill('SIGKILL');
  await once(child, 'exit');
  lockDataDirectory(folder).release();
});

test('takes over from a process that died and was not buried by its parent', async () => {
  const parent = spawn('sh', ['-c', "sh -c 'echo $$; exec sleep 60' & exec sleep 60"]);
  const [line] = await once(parent.stdout, 'data');
  const pid = Number(line);
  writeFileSync(join(folder, 'server.lock'), JSON.stringify({ pid, mark: startMark(pid) }));
  expect(() => lockDataDirectory(folder)).toThrow('in use');
  // Its parent is a sleep, which buries nobody.
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => startMark(pid)).toBe('');
  lockDataDirectory(folder).release();
  parent.kill('SIGKILL');
});

test('takes over when the number now belongs to another process', () => {
  writeFileSync(join(folder, 'server.lock'), JSON.stringify({ pid: process.pid, mark: 'some other start' }));
  lockDataDirectory(folder).release();
});

test.each(['', '{"pid":', 'null'])('takes over a torn lock: %j', (content) => {
  writeFileSync(join(folder, 'server.lock'), content);
  lockDataDirectory(folder).release();
});

test('release never removes the lock of another', () => {
  const lock = lockDataDirectory(folder);
  writeFileSync(join(folder, 'server.lock'), JSON.stringify({ pid: 1, mark: 'x' }));
  lock.release();
  expect(existsSync(join(folder, 'server.lock'))).toBe(true);
});
