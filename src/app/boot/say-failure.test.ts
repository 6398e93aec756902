// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { sayFailure } from './say-failure.ts';

const outline = '<div class="outline" role="status"><svg class="outline-mark"></svg></div>';

afterEach(() => document.body.replaceChildren());

it('says so in the outline when a script does not come, and offers to try again', () => {
  document.body.innerHTML = `${outline}<script></script>`;
  sayFailure();
  document.querySelector('script')?.dispatchEvent(new Event('error'));
  expect(document.querySelector('[role=alert]')?.textContent).toBe('页面没有打开，可能是网络中断。 重新打开');
  expect(document.querySelector('svg')).toBeNull();
});

it('leaves the outline alone for a picture that does not come, and a page that is there for good', () => {
  sayFailure();
  document.body.innerHTML = `${outline}<img>`;
  document.querySelector('img')?.dispatchEvent(new Event('error'));
  expect(document.querySelector('[role=alert]')).toBeNull();
  document.body.innerHTML = '<main></main><script></script>';
  document.querySelector('script')?.dispatchEvent(new Event('error'));
  expect(document.body.textContent).toBe('');
});
