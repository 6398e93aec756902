import { expect, it } from 'vitest';
import { lockText, newCode, unlockText } from './locked-text.ts';

it('opens with its code alone, and not at all once it was changed', async () => {
  const code = newCode();
  expect(code).toMatch(/^(\d{4} ){2}\d{4}$/);
  const file = await lockText('白衬衫 6901000', code);
  expect(file).not.toContain('6901000');
  expect(await unlockText(file, code.replaceAll(' ', ''))).toEqual({ found: 'text', text: '白衬衫 6901000' });
  expect(await unlockText(file, '0000 0000 0000')).toEqual({ found: 'wrong' });
  const { data, ...rest } = JSON.parse(file) as { data: string };
  const changed = JSON.stringify({ ...rest, data: `${data.startsWith('A') ? 'B' : 'A'}${data.slice(1)}` });
  expect(await unlockText(changed, code)).toEqual({ found: 'wrong' });
});

it.each([
  '',
  '{}',
  'uid\tstream',
  '{"kind":"locked-text","version":1,"rounds":1e12,"salt":"AA==","iv":"AA==","data":"AA=="}',
])('is no file of ours: %s', async (file) => {
  expect(await unlockText(file, '0')).toEqual({ found: 'foreign' });
});
