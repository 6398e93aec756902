import { expect, it } from 'vitest';
import { createSettled } from './settled.ts';

const shirt = '6901234567892';
const coat = '6923450657713';

it('a code is read once two pictures in a row show it, and not again while it is held there', () => {
  const settled = createSettled();
  expect(settled.see([shirt], 0)).toEqual([]);
  expect(settled.see([shirt], 100)).toEqual([shirt]);
  for (let now = 200; now < 10_000; now += 100) expect(settled.see([shirt], now)).toEqual([]);
});

it('what one picture alone shows was misread', () => {
  const settled = createSettled();
  expect(settled.see([shirt], 0)).toEqual([]);
  expect(settled.see([coat], 100)).toEqual([]);
  expect(settled.see([shirt], 200)).toEqual([]);
  expect(settled.see([], 300)).toEqual([]);
  expect(settled.see([shirt], 400)).toEqual([]);
});

it('a picture without it between two does not make it another piece, going away does', () => {
  const settled = createSettled(1_000);
  settled.see([shirt], 0);
  expect(settled.see([shirt], 100)).toEqual([shirt]);
  settled.see([], 200);
  settled.see([], 600);
  settled.see([shirt], 700);
  expect(settled.see([shirt], 800)).toEqual([]);
  settled.see([], 900);
  settled.see([], 1_900);
  expect(settled.see([shirt], 2_000)).toEqual([]);
  expect(settled.see([shirt], 2_100)).toEqual([shirt]);
});

it('two codes on one label are both read', () => {
  const settled = createSettled();
  settled.see([shirt, coat, coat], 0);
  expect(settled.see([coat, shirt], 100)).toEqual([coat, shirt]);
});
