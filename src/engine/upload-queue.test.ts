import { describe, expect, it } from 'vitest';
import { type Fault, type Try, type Upload, UploadQueue } from './upload-queue.ts';

interface Brought {
  upload: Upload;
  one: Try;
  end(fault: Fault | null): void;
}

/** A queue whose files arrive when the test says so. */
function queueOf() {
  const brought: Brought[] = [];
  const queue = new UploadQueue((upload, one) => new Promise((end) => void brought.push({ upload, one, end })));
  return { queue, brought, states: () => queue.list().map((one) => `${one.file.name} ${one.state}`) };
}

const files = (...names: string[]): File[] => names.map((name) => new File(['x'], name));
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe('files on their way', () => {
  it('go two at a time, in order, and are gone when they have arrived', async () => {
    const { queue, brought, states } = queueOf();
    queue.add(files('a', 'b', 'c'), 'x');
    expect(states()).toEqual(['a going', 'b going', 'c waiting']);
    brought[1]?.end(null);
    await settled();
    expect(states()).toEqual(['a going', 'c going']);
    brought[0]?.one.onPart(0.5);
    expect(queue.list()[0]?.part).toBe(0.5);
    brought[0]?.end(null);
    brought[2]?.end(null);
    await settled();
    expect(states()).toEqual([]);
  });

  it('that fail stay with their words and are tried again under the same op ids', async () => {
    const { queue, brought, states } = queueOf();
    queue.add(files('a'), 'x');
    brought[0]?.end({ words: '当前离线', again: true });
    await settled();
    expect(states()).toEqual(['a failed']);
    expect(queue.list()[0]?.fault?.words).toBe('当前离线');
    queue.retry(queue.list()[0]?.key ?? '');
    expect(queue.list()).toMatchObject([{ state: 'going', part: 0, fault: null }]);
    const ids = brought.map(({ one }) => [one.uploadOp, one.attachOp]);
    expect(ids[1]).toEqual(ids[0]);
    expect(new Set(ids[0]).size).toBe(2);
  });

  it('that are taken back stop, make room and say nothing more', async () => {
    const { queue, brought, states } = queueOf();
    queue.add(files('a', 'b', 'c'), 'x');
    queue.drop(queue.list()[0]?.key ?? '');
    expect(brought[0]?.one.signal.aborted).toBe(true);
    expect(states()).toEqual(['b going', 'c going']);
    brought[0]?.end({ words: '太晚', again: true });
    await settled();
    expect(states()).toEqual(['b going', 'c going']);
  });

  it('stop when nobody looks any more, and no other begins in their place', async () => {
    const { queue, brought, states } = queueOf();
    queue.add(files('a', 'b', 'c'), 'x');
    queue.stop();
    expect(brought.map(({ one }) => one.signal.aborted)).toEqual([true, true]);
    // As a request does that was called back.
    for (const { end } of brought) end({ words: '', again: true });
    await settled();
    expect(brought).toHaveLength(2);
    expect(states()).toEqual(['a waiting', 'b waiting', 'c waiting']);
  });

  it('go on where they were, under the same op ids, when somebody looks again', async () => {
    const { queue, brought, states } = queueOf();
    queue.add(files('a', 'b', 'c'), 'x');
    brought[0]?.one.onPart(0.5);
    queue.stop();
    queue.start();
    expect(states()).toEqual(['a going', 'b going', 'c waiting']);
    expect(queue.list()[0]?.part).toBe(0);
    const opIds = brought.map(({ one }) => one.uploadOp);
    expect(opIds.slice(2)).toEqual(opIds.slice(0, 2));
    // The first tries end late and change nothing.
    for (const { end } of brought.slice(0, 2)) end({ words: '', again: true });
    await settled();
    expect(states()).toEqual(['a going', 'b going', 'c waiting']);
    for (const { end } of brought.slice(2)) end(null);
    await settled();
    expect(states()).toEqual(['c going']);
  });
});
