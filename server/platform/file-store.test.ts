import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileStore, openFileStore } from './file-store.ts';

let folder: string;
let store: FileStore;
beforeEach(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'file-store-')), 'files');
  store = await openFileStore(folder);
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

async function stored(content: string): Promise<string> {
  const draft = await store.draft();
  writeFileSync(draft.path, content);
  return (await draft.commit()).id;
}

describe('what is no id finds and removes nothing', () => {
  it.each(['', '..', '../secret', 'drafts', '%2e%2e%2fsecret', '0'.repeat(31), 'A'.repeat(32), `${'0'.repeat(32)}\n`])(
    '%j',
    async (id) => {
      writeFileSync(join(folder, '..', 'secret'), 'kept');
      expect(await store.find(id)).toBeUndefined();
      await store.remove(id);
      expect(readdirSync(join(folder, '..'))).toContain('secret');
    },
  );
});

it('a folder that cannot be written is told in one line', async () => {
  const file = join(folder, 'a file');
  writeFileSync(file, '');
  await expect(openFileStore(join(file, 'in it'))).rejects.toThrow(/^cannot write files to .*; set FILES_DIR/);
});

describe('a draft', () => {
  it('cannot be found before it is committed, not even by its id', async () => {
    const draft = await store.draft();
    writeFileSync(draft.path, 'half');
    expect(await store.find(draft.id)).toBeUndefined();
  });

  it('that was never written cannot be committed', async () => {
    await expect((await store.draft()).commit()).rejects.toThrow('ENOENT');
  });

  it('that is discarded is gone, also when nothing was written of it', async () => {
    const [written, empty] = [await store.draft(), await store.draft()];
    writeFileSync(written.path, 'half');
    await written.discard();
    await empty.discard();
    expect(readdirSync(join(folder, 'drafts'))).toEqual([]);
  });

  it('becomes a whole file under its id, for its owner alone', async () => {
    const draft = await store.draft();
    writeFileSync(draft.path, '中文', { mode: 0o600 });
    expect(await draft.commit()).toEqual({ id: draft.id, size: 6 });
    const file = await store.find(draft.id);
    expect(file?.size).toBe(6);
    expect(await text(file?.read() as never)).toBe('中文');
    expect(await text(file?.read(3) as never)).toBe('文');
    expect(statSync(folder).mode & 0o077).toBe(0);
  });
});

describe('sweeping', () => {
  it('takes old drafts, and neither new ones nor files', async () => {
    const [old, young] = [await store.draft(), await store.draft()];
    for (const draft of [old, young]) writeFileSync(draft.path, 'x');
    utimesSync(old.path, new Date('2026-01-01'), new Date('2026-01-01'));
    const id = await stored('kept');
    expect(await store.sweepDrafts(new Date('2026-02-01'))).toBe(1);
    expect(readdirSync(join(folder, 'drafts'))).toEqual([young.id]);
    expect(await store.find(id)).toBeDefined();
  });
});

it('a removed file is gone, and removing it again is no error', async () => {
  const id = await stored('x');
  await store.remove(id);
  await store.remove(id);
  expect(await store.find(id)).toBeUndefined();
});

it('two processes on one folder see the same files', async () => {
  const id = await stored('shared');
  expect((await (await openFileStore(folder)).find(id))?.size).toBe(6);
});
