import { expect, it } from 'vitest';
import { roles } from '#contract/areas/access/roles.ts';
import { definitions } from '#contract/definitions.ts';
import { recordBlocks } from './area-blocks.ts';

const all = recordBlocks.flatMap((blocks) =>
  Object.entries(blocks).flatMap(([of, list]) => list.map((block) => ({ of, ...block }))),
);

it('blocks speak of records that have a page, each in a place and under a key of its own', () => {
  expect(all.length).toBeGreaterThan(1);
  const shown = definitions.filter(({ calls }) => calls.detail).map(({ name }) => name);
  expect(all.filter(({ of }) => !shown.includes(of))).toEqual([]);
  for (const mark of [all.map(({ of, key }) => `${of} ${key}`), all.map(({ of, order }) => `${of} ${order}`)])
    expect(new Set(mark).size).toBe(mark.length);
});

it('what opens a block is a key that some role is given', () => {
  const groups = new Set(roles.flatMap(({ grants }) => grants.split(';').map((grant) => grant.trim().split(':')[0])));
  const unknown = all.filter(({ access }) => access !== 'login' && !groups.has(access.split(':')[0]));
  expect(unknown).toEqual([]);
});
