import { describe, expect, it } from 'vitest';
import { isAsset, mayKeep, maySpend, notOurPages, readMessage, retained, toWarm } from './policy.ts';

const origin = 'https://back.example';

describe('pages that are not ours', () => {
  it.each([
    '/api/erp/v1/x',
    '/download/7',
    '/erp/11',
    '/ev2/goods/list',
    '/sw.js',
    '/version.json',
    '/config.json',
    '/assets/a.js',
  ])('%s goes to the network', (path) => expect(notOurPages.some((pattern) => pattern.test(path))).toBe(true));

  it.each(['/', '/hand', '/hand/count/3/A', '/storage/stockList', '/erpish', '/apidocs', '/ev2x'])(
    '%s is the application’s page',
    (path) => expect(notOurPages.some((pattern) => pattern.test(path))).toBe(false),
  );
});

describe('what is kept under an asset’s name', () => {
  const script = { status: 200, type: 'basic', contentType: 'text/javascript; charset=utf-8' };

  it('is never a page, an error, a part of a file or another origin’s', () => {
    expect(mayKeep({ ...script, contentType: 'text/html; charset=utf-8' })).toBe(false);
    expect(mayKeep({ ...script, contentType: null })).toBe(false);
    expect(mayKeep({ ...script, status: 404 })).toBe(false);
    expect(mayKeep({ ...script, status: 206 })).toBe(false);
    expect(mayKeep({ ...script, type: 'opaque' })).toBe(false);
    expect(mayKeep({ ...script, type: 'opaqueredirect', status: 0 })).toBe(false);
  });

  it('is a script or a style', () => {
    expect(mayKeep(script)).toBe(true);
    expect(mayKeep({ ...script, contentType: 'application/javascript' })).toBe(true);
    expect(mayKeep({ ...script, contentType: 'text/css' })).toBe(true);
  });

  it('has an asset’s address', () => {
    expect(isAsset(new URL('/assets/a-1.js', origin), origin)).toBe(true);
    expect(isAsset(new URL('/assets/a-1.js', 'https://else.example'), origin)).toBe(false);
    expect(isAsset(new URL('/index.html', origin), origin)).toBe(false);
    expect(isAsset(new URL('/api/assets/a.js', origin), origin)).toBe(false);
  });
});

it('retains the assets that the new build lacks, and no page', () => {
  const kept = [`${origin}/assets/a-1.js`, `${origin}/assets/b-1.js`, `${origin}/index.html?__WB_REVISION__=1`];
  expect(retained(kept, ['assets/b-1.js', '/index.html'], origin)).toEqual([`${origin}/assets/a-1.js`]);
});

describe('warming', () => {
  const parts = { goods: ['assets/a.js', 'assets/b.css'], finance: ['assets/c.js', 'assets/a.js'], odd: 'assets/x.js' };

  it('takes nothing that is not an asset of the build', () => {
    expect(toWarm(null, ['goods'], new Set())).toEqual([]);
    expect(toWarm({ goods: ['../secret', '/api/erp', 7, 'https://else/assets/a.js'] }, ['goods'], new Set())).toEqual(
      [],
    );
    expect(toWarm(parts, ['odd', 'nothing'], new Set())).toEqual([]);
  });

  it('takes each wanted file once, without those that are held', () => {
    expect(toWarm(parts, ['goods', 'finance'], new Set(['/assets/b.css']))).toEqual(['/assets/a.js', '/assets/c.js']);
  });

  it('waits for a connection that can spare it', () => {
    expect(maySpend({ saveData: true, effectiveType: '4g' })).toBe(false);
    expect(maySpend({ effectiveType: '3g' })).toBe(false);
    expect(maySpend({ effectiveType: '4g' })).toBe(true);
    expect(maySpend(undefined)).toBe(true);
  });
});

it('hears only the words it knows', () => {
  expect(readMessage('SKIP_WAITING')).toBeNull();
  expect(readMessage({ type: 'UNKNOWN' })).toBeNull();
  expect(readMessage({ type: 'WARM' })).toBeNull();
  expect(readMessage({ type: 'WARM', areas: ['goods', 7] })).toEqual({ type: 'WARM', areas: ['goods'] });
  expect(readMessage({ type: 'SKIP_WAITING' })).toEqual({ type: 'SKIP_WAITING' });
});
