// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { watermarkImage } from './watermark-image.ts';

const now = new Date('2026-03-02T15:59:30.000Z');

it('is 400×200, turned by 15 degrees, with the name and the minute of Shanghai', () => {
  const image = drawn('王敏 whsMgr');
  expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['400', '200']);
  expect(image.querySelector('g')?.getAttribute('transform')).toBe('rotate(15 200 100)');
  expect(Array.from(image.querySelectorAll('text'), (line) => line.textContent)).toEqual([
    '王敏 whsMgr',
    '2026-03-02 23:59',
  ]);
});

it.each([
  ['</text><script>x</script>', '</text><script>x</script>'],
  ['a & "b" %20 #', 'a & "b" %20 #'],
  ['零\u0000\u0008\uD800宽', '零宽'],
  ['🙂', '🙂'],
])('a name like %j is only a name', (name, shown) => {
  const image = drawn(name);
  expect(image.querySelectorAll('*')).toHaveLength(3);
  expect(image.querySelector('text')?.textContent).toBe(shown);
});

function drawn(name: string): Element {
  const [, data = ''] = watermarkImage({ name, now }).split('data:image/svg+xml,');
  expect(data).not.toMatch(/["\\\s#]/);
  return new DOMParser().parseFromString(decodeURIComponent(data), 'image/svg+xml').documentElement;
}
