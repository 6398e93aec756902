import { describe, expect, it } from 'vitest';
import { settings } from '#contract/areas/shell/config.ts';
import { isTest, readTree } from './source.ts';

// What somebody sets takes effect: saying so of a value that nothing reads would be untrue.

/** Said on paper, which the browser lays out. */
const onPaper = ['company_name'];

const readers = readTree(['server', 'src/kit/desk/print'], /\.(ts|tsx|sql)$/)
  .filter(({ path }) => !isTest(path) && !path.startsWith('server/database/migrations/'))
  .filter(({ path }) => !path.startsWith('server/seed/'));

function unread(keys: readonly string[]): string[] {
  return keys.filter((key) => {
    const word = new RegExp(`\\b${key}\\b`);
    const places = onPaper.includes(key) ? readers : readers.filter(({ path }) => path.startsWith('server/'));
    return !places.some(({ text }) => word.test(text));
  });
}

describe('the settings', () => {
  it('are each read by something that runs', () => {
    expect(unread(Object.keys(settings))).toEqual([]);
    expect(unread(['audit_separation'])).toEqual(['audit_separation']);
  });

  it('are explained in the unit that they are typed in, not in the one they are stored in', () => {
    const stored = Object.entries(settings).filter(([, { help }]) => /\d+ 即/.test(help));
    expect(stored.map(([key]) => key)).toEqual([]);
  });
});
