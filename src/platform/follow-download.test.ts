// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { followDownload } from './follow-download.ts';

let followed: string[];

function follow(event: Event): void {
  // jsdom follows no links.
  event.preventDefault();
  if (event.target instanceof HTMLAnchorElement) followed.push(event.target.getAttribute('href') ?? '');
}

beforeEach(() => {
  followed = [];
  document.addEventListener('click', follow);
});

afterEach(() => document.removeEventListener('click', follow));

it.each([null, undefined, ''])('does nothing without a path (%j)', (path) => {
  expect(followDownload('/download', path)).toBe(false);
  expect(followed).toEqual([]);
});

it('follows a path on the download host, and leaves nothing on the page', () => {
  expect(followDownload('/download', 'a1b2')).toBe(true);
  expect(followDownload('https://files.example', '/a1b2')).toBe(true);
  expect(followed).toEqual(['/download/a1b2', 'https://files.example/a1b2']);
  expect(document.querySelector('a')).toBeNull();
});
