// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setActivity } from './activity.ts';
import { LoadingOverlay } from './loading-overlay.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  setActivity(0);
  vi.useRealTimers();
});

it('does not flash for what is done in 300 ms', () => {
  render(<LoadingOverlay />);
  act(() => {
    setActivity(1);
  });
  act(() => {
    vi.advanceTimersByTime(299);
  });
  act(() => {
    setActivity(0);
  });
  act(() => {
    vi.advanceTimersByTime(1000);
  });
  expect(screen.queryByText('加载中...')).toBeNull();
});

it('stays until the last of several calls is done', () => {
  render(<LoadingOverlay />);
  act(() => {
    setActivity(2);
  });
  act(() => {
    vi.advanceTimersByTime(300);
  });
  expect(screen.getByText('加载中...')).toBeTruthy();
  act(() => {
    setActivity(1);
  });
  expect(screen.getByText('加载中...')).toBeTruthy();
  act(() => {
    setActivity(0);
  });
  expect(screen.queryByText('加载中...')).toBeNull();
});
