import { describe, expect, it } from 'vitest';
import { pauseWatch, readKillSwitches } from './kill-switches.ts';

it('pulls a kill switch only for a plain true', () => {
  expect(readKillSwitches(null)).toEqual({ kill: false, pauseDrain: false });
  expect(readKillSwitches('killSw')).toEqual({ kill: false, pauseDrain: false });
  expect(readKillSwitches({ killSw: 'true', pauseDrain: 1 })).toEqual({ kill: false, pauseDrain: false });
  expect(readKillSwitches({ killSw: true, pauseDrain: true })).toEqual({ kill: true, pauseDrain: true });
});

describe('whether sending is paused', () => {
  it('is no while nobody has told, and asked again after 5 s', async () => {
    const { watch, told, moment } = watchOf(null);
    expect(await watch()).toBe(false);
    moment.now += 4_999;
    expect(await watch()).toBe(false);
    expect(told.asked).toBe(1);
    told.answer = { kill: false, pauseDrain: true };
    moment.now += 1;
    expect(await watch()).toBe(true);
  });

  it('is asked once a minute, once for all who want to know, and holds while the network is gone', async () => {
    const { watch, told, moment } = watchOf({ kill: false, pauseDrain: true });
    expect(await Promise.all([watch(), watch(), watch()])).toEqual([true, true, true]);
    moment.now += 59_999;
    expect(await watch()).toBe(true);
    expect(told.asked).toBe(1);
    told.answer = null;
    moment.now += 1;
    expect(await watch()).toBe(true);
    told.answer = { kill: false, pauseDrain: false };
    moment.now += 5_000;
    expect(await watch()).toBe(false);
  });
});

function watchOf(answer: ReturnType<typeof readKillSwitches> | null) {
  const told = { answer, asked: 0 };
  const moment = { now: 0 };
  const watch = pauseWatch({
    ask: () => {
      told.asked += 1;
      return Promise.resolve(told.answer);
    },
    now: () => moment.now,
  });
  return { watch, told, moment };
}
