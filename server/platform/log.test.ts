import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('secrets never reach the log, at any of the depths where they occur', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  log.info(
    {
      password: 'hush',
      body: { password: 'hush', token: 'hush' },
      req: { headers: { authorization: 'hush', cookie: 'hush' } },
    },
    'x',
  );
  log.warn({ err: Object.assign(new Error('no'), { token: 'hush' }) }, 'y');
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toContain('hush');
  expect(lines[0]).toContain('[redacted]');
});
