import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressAfterSignIn, innerAddress, oldAddress, signInAddress } from './return-address.ts';

const origin = 'https://erp.example';

const nasty = [
  '',
  ' ',
  'x',
  'shops/addShop',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/\u0000/evil.example',
  'https://evil.example',
  'https:/evil.example',
  'https:evil.example',
  'HTTPS://evil.example',
  'http://erp.example.evil.example',
  'https://erp.example@evil.example',
  '//erp.example@evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'javascript://%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://erp.example/1',
  'file:///etc/passwd',
  'ftp://evil.example',
  'mailto:a@evil.example',
  '?r=//evil.example',
  '#//evil.example',
  './/evil.example',
  '..//evil.example',
  '/shops\\..\\..\\evil',
  '//evil.example/%2e%2e',
  '//[::1]',
  '//2130706433',
  '//%65vil.example',
  '/.//evil.example',
  '/shops/..//evil.example',
  '/%2e//evil.example',
];

describe('an address that leads elsewhere', () => {
  it.each(nasty)('%j is refused', (text) => {
    expect(innerAddress(text, origin)).toBeNull();
    expect(addressAfterSignIn({ r: text, previous: null, origin })).toBe('/dashboard/index');
  });

  it('no text at all makes it leave the origin', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      ':',
      '@',
      '?',
      '#',
      '%2f',
      '%5c',
      '\t',
      '\n',
      'https:',
      'evil.example',
      'a',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const address = innerAddress(pieces.join(''), origin);
        return address === null || new URL(address, origin).origin === origin;
      }),
      { numRuns: 3000 },
    );
  });
});

describe('where to go after signing in', () => {
  it('goes to the return address with its query', () => {
    const r = '/storage/stocktakingList?status=1&keyword=%E5%A4%8F';
    expect(addressAfterSignIn({ r, previous: '/shops/addShop', origin })).toBe(r);
  });

  it('goes to the page before when there is no usable return address', () => {
    expect(addressAfterSignIn({ r: '//evil.example', previous: '/shops/addShop?page=2', origin })).toBe(
      '/shops/addShop?page=2',
    );
  });

  it('never comes back to a sign-in page', () => {
    expect(addressAfterSignIn({ r: '/login/login?r=%2F', previous: '/login/changePassword', origin })).toBe(
      '/dashboard/index',
    );
  });

  it('keeps an escaped address escaped', () => {
    expect(signInAddress('/shops/addShop?page=2&x=%26')).toBe(
      '/login/login?r=%2Fshops%2FaddShop%3Fpage%3D2%26x%3D%2526',
    );
    expect(signInAddress('/login/changePassword')).toBe('/login/login');
  });
});

describe('an address of the old application', () => {
  it('becomes one of today', () => {
    expect(oldAddress('#/shops/addShop?id=3', origin)).toBe('/shops/addShop?id=3');
  });

  it.each(['', '#', '#content', '#//evil.example', '#/\\evil.example', '#javascript:1'])('%j stays alone', (hash) => {
    expect(oldAddress(hash, origin)).toBeNull();
  });
});
