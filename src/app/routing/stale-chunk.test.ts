// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { isStaleChunk, loadPart, type Page, PartMissing } from './stale-chunk.ts';

const gone = () => new TypeError('Failed to fetch dynamically imported module: https://x/assets/a-1.js');

beforeEach(() => sessionStorage.clear());

describe('a part that does not load', () => {
  it('is asked for once more', async () => {
    let tries = 0;
    const load = () => (++tries === 1 ? Promise.reject(gone()) : Promise.resolve('part'));
    await expect(loadPart(load, pageOf())).resolves.toBe('part');
    expect(tries).toBe(2);
  });

  it('reloads the page once per build and then says that it is missing', async () => {
    const page = pageOf();
    void loadPart(() => Promise.reject(gone()), page);
    await expect.poll(() => page.reloads).toBe(1);
    await expect(loadPart(() => Promise.reject(gone()), page)).rejects.toMatchObject({
      name: 'PartMissing',
      offline: false,
    });
    expect(page.reloads).toBe(1);
    const newer = pageOf({ build: 'newer' });
    void loadPart(() => Promise.reject(gone()), newer);
    await expect.poll(() => newer.reloads).toBe(1);
  });

  it('is not looked for in a reload that a service worker would answer with the same build', async () => {
    const page = pageOf({ heldBuild: () => Promise.resolve('one') });
    await expect(loadPart(() => Promise.reject(gone()), page)).rejects.toMatchObject({
      name: 'PartMissing',
      offline: false,
    });
    expect(page.reloads).toBe(0);
    const older = pageOf({ heldBuild: () => Promise.resolve('two') });
    void loadPart(() => Promise.reject(gone()), older);
    await expect.poll(() => older.reloads).toBe(1);
  });

  it('without network neither tries again nor reloads', async () => {
    const page = pageOf({ online: () => false });
    let tries = 0;
    const load = () => {
      tries += 1;
      return Promise.reject(gone());
    };
    await expect(loadPart(load, page)).rejects.toBeInstanceOf(PartMissing);
    expect([tries, page.reloads]).toEqual([1, 0]);
  });

  it('with a fault of its own throws that fault', async () => {
    const page = pageOf();
    const fault = new TypeError('undefined is not a function');
    await expect(loadPart(() => Promise.reject(fault), page)).rejects.toBe(fault);
    expect(page.reloads).toBe(0);
  });
});

it.each([
  new TypeError('error loading dynamically imported module: https://x/a.js'),
  new TypeError('Importing a module script failed.'),
  new SyntaxError("The requested module './b-2.js' does not provide an export named 'x'"),
  new Error('Unable to preload CSS for /assets/a.css'),
  new TypeError("'text/html' is not a valid JavaScript MIME type."),
])('knows %s', (error) => expect(isStaleChunk(error)).toBe(true));

it.each([new Error('text/html'), new TypeError('x is null'), 'Failed to fetch dynamically imported module', null])(
  'leaves %s alone',
  (error) => expect(isStaleChunk(error)).toBe(false),
);

function pageOf(parts: Partial<Page> = {}): Page & { reloads: number } {
  const page = {
    build: 'one',
    online: () => true,
    heldBuild: () => Promise.resolve(null),
    reloads: 0,
    reload: () => {
      page.reloads += 1;
    },
    wait: () => Promise.resolve(),
    ...parts,
  };
  return page;
}
