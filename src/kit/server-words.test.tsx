// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ServerWords } from './server-words.tsx';

afterEach(cleanup);

it.each([
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<svg onload=alert(1)>',
  '<b onclick=alert(1)>x</b>',
  '<a href="javascript:alert(1)">x</a>',
  '<B>x</B>',
])('%s stays text', (text) => {
  const { container } = render(<ServerWords text={text} />);
  expect(container.querySelectorAll('img,script,svg,a,b[onclick]')).toHaveLength(0);
  expect(container.textContent).toContain(text.slice(0, 4));
});

it('keeps the tags that a message may have, also where they are left open', () => {
  const { container } = render(<ServerWords text="第<b>3</b>行：<ul><li>一</li><li>二</ul>完</i>" />);
  expect(container.querySelector('b')?.textContent).toBe('3');
  expect(container.textContent).toBe('第3行：一二完');
});
