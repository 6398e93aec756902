// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../session/sign-in-state.ts';
import { Watermark } from './watermark.tsx';

const person = { uid: 3, username: 'whsMgr', nickname: '王敏', token: 't', expiresAt: 0 };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T02:00:30.000Z') });
  useSession.setState({ session: person });
});

afterEach(() => {
  cleanup();
  useSession.setState({ session: null });
  vi.useRealTimers();
});

describe('the watermark', () => {
  it('is not there without a person, nor after they left', () => {
    useSession.setState({ session: null });
    const page = render(<Watermark />);
    expect(marks()).toHaveLength(0);
    act(() => useSession.setState({ session: person }));
    expect(marks()).toHaveLength(1);
    page.unmount();
    expect(marks()).toHaveLength(0);
    vi.advanceTimersByTime(120_000);
    expect(marks()).toHaveLength(0);
  });

  it('takes no clicks and is read to nobody', () => {
    render(<Watermark />);
    expect(mark().style.getPropertyValue('pointer-events')).toBe('none');
    expect(mark().style.getPropertyPriority('pointer-events')).toBe('important');
    expect(mark().getAttribute('aria-hidden')).toBe('true');
    expect(mark().textContent).toBe('');
  });

  it('shows the new time with each minute', () => {
    render(<Watermark />);
    expect(image()).toContain('王敏 whsMgr');
    expect(image()).toContain('10:00');
    vi.advanceTimersByTime(30_000);
    expect(image()).toContain('10:01');
    vi.advanceTimersByTime(60_000);
    expect(image()).toContain('10:02');
    expect(marks()).toHaveLength(1);
  });
});

describe('whoever meddles with it', () => {
  it.each<[string, (mark: HTMLElement) => void]>([
    ['removes it', (mark) => mark.remove()],
    ['hides it', (mark) => (mark.hidden = true)],
    ['makes it transparent', (mark) => mark.style.setProperty('opacity', '0', 'important')],
    ['takes its styles', (mark) => mark.removeAttribute('style')],
    ['gives it a class', (mark) => mark.classList.add('gone')],
    ['changes its picture', (mark) => mark.style.setProperty('background-image', 'none', 'important')],
    ['fills it', (mark) => mark.append('x')],
    ['puts it elsewhere', (mark) => document.createElement('section').append(mark)],
    ['puts another in its place', (mark) => mark.replaceWith(document.createElement('div'))],
  ])('%s: it is back as it was', async (_what, meddle) => {
    render(<Watermark />);
    const before = mark().outerHTML;
    meddle(mark());
    await told();
    expect(marks().map((one) => one.outerHTML)).toEqual([before]);
  });

  it('fights it without end: the page goes on, and it is back when the fight is over', async () => {
    render(<Watermark />);
    let fights = 0;
    const enemy = new MutationObserver(() => {
      for (const one of marks()) {
        fights += 1;
        one.remove();
      }
    });
    enemy.observe(document.body, { childList: true });
    mark().remove();
    await told();
    expect(fights).toBeGreaterThan(5);
    expect(fights).toBeLessThan(30);
    enemy.disconnect();
    vi.advanceTimersByTime(1000);
    expect(marks()).toHaveLength(1);
  });

  it('may change the rest of the page', async () => {
    render(<Watermark />);
    const before = mark();
    document.body.append(document.createElement('aside'));
    await told();
    expect(mark()).toBe(before);
  });
});

function marks(): HTMLElement[] {
  return Array.from(document.querySelectorAll<HTMLElement>('[data-watermark]'));
}

function mark(): HTMLElement {
  const [one] = marks();
  if (!one) throw new Error('no watermark');
  return one;
}

function image(): string {
  return decodeURIComponent(mark().style.getPropertyValue('background-image'));
}

/** Observers are told in microtasks, one after the other. */
async function told(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
}
