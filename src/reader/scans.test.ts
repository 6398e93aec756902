// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { onScan, type Scan, tagScanned } from './scans.ts';

function gun(code: string): void {
  for (const [at, key] of [...Array.from(code), 'Enter'].entries()) {
    const name = key === 'Enter' ? key : `Digit${key}`;
    const event = new KeyboardEvent('keydown', { key, code: name, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: 1000 + at * 5 });
    window.dispatchEvent(event);
  }
}

const heardOf = (listener: ReturnType<typeof vi.fn>) =>
  listener.mock.calls.map(([scan]) => {
    const { code, by } = scan as Scan;
    return [code, by];
  });

it('a gun and a reader of tags are heard in the same words', () => {
  const heard = vi.fn();
  const end = onScan(heard);
  gun('6901234567892');
  expect(tagScanned('E280689400005012AB34CD01')).toBe(true);
  expect(heardOf(heard)).toEqual([
    ['6901234567892', 'gun'],
    ['E280689400005012AB34CD01', 'tags'],
  ]);
  end();
});

it('nobody hears once nobody listens, and whoever told of a tag learns it', () => {
  const heard = vi.fn();
  const end = onScan(heard);
  end();
  end();
  gun('6901234567892');
  expect(tagScanned('E280689400005012AB34CD01')).toBe(false);
  expect(heard).not.toHaveBeenCalled();
});

it('what lies over a screen hears alone, and the screen again when it has gone, in whatever order they end', () => {
  const [below, above] = [vi.fn(), vi.fn()];
  const endBelow = onScan(below);
  const endAbove = onScan(above);
  gun('6901234567892');
  expect([below.mock.calls.length, above.mock.calls.length]).toEqual([0, 1]);
  endAbove();
  gun('6901234567892');
  expect([below.mock.calls.length, above.mock.calls.length]).toEqual([1, 1]);
  const endAgain = onScan(above);
  endBelow();
  gun('6901234567892');
  expect([below.mock.calls.length, above.mock.calls.length]).toEqual([1, 2]);
  endAgain();
});

it('one listener that is there twice ends once for each', () => {
  const heard = vi.fn();
  const [one, other] = [onScan(heard), onScan(heard)];
  one();
  gun('6901234567892');
  expect(heard).toHaveBeenCalledTimes(1);
  other();
});

it('what the gun types into a place that is left to it is nobody’s scan', () => {
  const heard = vi.fn();
  let left = true;
  const end = onScan(heard, { passes: () => left });
  gun('6901234567892');
  expect(heard).not.toHaveBeenCalled();
  left = false;
  gun('6901234567892');
  expect(heard).toHaveBeenCalledTimes(1);
  end();
});
