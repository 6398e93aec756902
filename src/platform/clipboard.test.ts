// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { copyText } from './clipboard.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'execCommand');
});

it('says that nothing was copied where the browser has no way or refuses', async () => {
  vi.stubGlobal('navigator', {});
  expect(await copyText('SO1')).toBe(false);
  selection(() => false);
  expect(await copyText('SO1')).toBe(false);
  selection(() => {
    throw new Error('not allowed');
  });
  expect(await copyText('SO1')).toBe(false);
  expect(document.querySelector('textarea')).toBeNull();
});

it('uses the clipboard where there is one', async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect(await copyText('SO1')).toBe(true);
  expect(writeText).toHaveBeenCalledWith('SO1');
});

it.each([
  ['is missing', {}],
  ['refuses', { clipboard: { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) } }],
])('copies a selection where the clipboard %s, and gives the focus back', async (_what, navigator) => {
  vi.stubGlobal('navigator', navigator);
  document.body.innerHTML = '<button>复制</button>';
  document.querySelector('button')?.focus();
  let copied = '';
  selection(() => {
    copied = document.activeElement instanceof HTMLTextAreaElement ? document.activeElement.value : '';
    return true;
  });
  expect(await copyText('多行\n文字')).toBe(true);
  expect(copied).toBe('多行\n文字');
  expect(document.activeElement?.textContent).toBe('复制');
});

// jsdom has no such function of its own.
function selection(run: () => boolean): void {
  Object.defineProperty(document, 'execCommand', { value: run, configurable: true });
}
