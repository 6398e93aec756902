// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { guardPage, releasePage } from './leave-page.ts';

it('has the browser ask while something is guarded, until the page is released', () => {
  const mayGo = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const [endFirst, endSecond] = [guardPage(), guardPage()];
  endFirst();
  expect(mayGo()).toBe(false);
  endSecond();
  expect(mayGo()).toBe(true);
  guardPage();
  expect(mayGo()).toBe(false);
  releasePage();
  guardPage();
  expect(mayGo()).toBe(true);
});
