// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expose } from 'comlink';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepCamera } from '#src/platform/kept-camera.ts';
import { onScan, type Scan } from '#src/reader/scans.ts';
import { ByCamera, KeptCamera } from './by-camera.tsx';

const code = '6901234567892';
/** What is held before the camera. */
let shown: string[] = [];
let tracks: FakeTrack[] = [];
let ends: (() => void)[] = [];

class FakeTrack extends EventTarget {
  readyState = 'live';
  lit = false;
  stop() {
    this.readyState = 'ended';
  }
  getCapabilities = () => ({ torch: true });
  applyConstraints(wanted: { advanced: [{ torch: boolean }] }) {
    this.lit = wanted.advanced[0].torch;
    return Promise.resolve();
  }
}

/** The realm beside the page, which reads what is shown. */
function worker() {
  const { port1, port2 } = new MessageChannel();
  expose({ read: () => shown }, port2);
  port1.start();
  return Object.assign(port1, { terminate: () => port1.close() });
}

const camera = (getUserMedia: () => Promise<unknown>) => set(navigator, 'mediaDevices', { getUserMedia });
const set = (on: object, name: string, value: unknown) =>
  Object.defineProperty(on, name, { value, configurable: true, writable: true });
const refusal = (name: string) => () => Promise.reject(Object.assign(new Error(name), { name }));
const working = () => {
  const track = new FakeTrack();
  tracks.push(track);
  return Promise.resolve({ getTracks: () => [track], getVideoTracks: () => [track] });
};

function listen(): Scan[] {
  const heard: Scan[] = [];
  ends.push(onScan((scan) => heard.push(scan)));
  return heard;
}

beforeEach(() => {
  [shown, tracks, ends] = [[], [], []];
  keepCamera(false);
  vi.stubGlobal('Worker', worker);
  vi.stubGlobal('createImageBitmap', () => Promise.resolve(new ArrayBuffer(1)));
  set(HTMLVideoElement.prototype, 'play', () => Promise.resolve());
  set(HTMLVideoElement.prototype, 'srcObject', null);
  set(HTMLVideoElement.prototype, 'videoWidth', 640);
  set(HTMLVideoElement.prototype, 'videoHeight', 480);
  camera(working);
});

afterEach(() => {
  cleanup();
  for (const end of ends) end();
  see(true);
  vi.unstubAllGlobals();
});

const see = (visible: boolean) => {
  set(document, 'visibilityState', visible ? 'visible' : 'hidden');
  document.dispatchEvent(new Event('visibilitychange'));
};
const open = async () => await userEvent.click(await screen.findByRole('button', { name: '用摄像头扫' }));

it('says what is in the way, and tries again when told', async () => {
  render(<ByCamera />);
  camera(refusal('NotAllowedError'));
  await open();
  expect((await screen.findByRole('alert')).textContent).toContain('没有准许用摄像头');
  for (const [wrong, words] of [
    ['NotFoundError', '没有摄像头'],
    ['NotReadableError', '正被别的应用使用'],
  ] as const) {
    camera(refusal(wrong));
    await userEvent.click(screen.getByRole('button', { name: '再试一次' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(words));
  }
  set(navigator, 'mediaDevices', undefined);
  await userEvent.click(screen.getByRole('button', { name: '再试一次' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('https'));
  camera(working);
  await userEvent.click(screen.getByRole('button', { name: '再试一次' }));
  expect(await screen.findByText(/对准条码/)).toBeTruthy();
});

it('says that what reads codes is not on the device yet, and lets the camera go', async () => {
  vi.stubGlobal('Worker', () => {
    throw new Error('out of coverage');
  });
  render(<ByCamera />);
  await open();
  expect((await screen.findByRole('alert')).textContent).toContain('连上网络再试');
  await waitFor(() => expect(tracks[0]?.readyState).toBe('ended'));
});

it('reads one code for the field that asked, and lets the camera go', async () => {
  const heard = listen();
  render(<ByCamera />);
  await open();
  await screen.findByText(/对准条码/);
  shown = [code];
  await waitFor(() => expect(heard.map((scan) => [scan.code, scan.by])).toEqual([[code, 'camera']]));
  expect(await screen.findByRole('button', { name: '用摄像头扫' })).toBeTruthy();
  expect(tracks[0]?.readyState).toBe('ended');
});

it('has its light switched', async () => {
  render(<ByCamera />);
  await open();
  await userEvent.click(await screen.findByRole('button', { name: '开灯' }));
  expect(tracks[0]?.lit).toBe(true);
  await userEvent.click(await screen.findByRole('button', { name: '关灯' }));
  expect(tracks[0]?.lit).toBe(false);
});

it('is let go of while the page is hidden, and read again when it is seen', async () => {
  keepCamera(true);
  const heard = listen();
  render(<KeptCamera />);
  await screen.findByText(/对准条码/);
  act(() => see(false));
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended']);
  shown = [code];
  act(() => see(true));
  await waitFor(() => expect(heard).toHaveLength(1));
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'live']);
});

it('counts a piece that is held there once, on a device that has no gun', async () => {
  keepCamera(true);
  const heard = listen();
  render(
    <>
      <KeptCamera />
      <ByCamera />
    </>,
  );
  await screen.findByText(/对准条码/);
  expect(screen.queryByRole('button', { name: '用摄像头扫' })).toBeNull();
  shown = [code];
  await waitFor(() => expect(heard).toHaveLength(1));
  await new Promise((done) => setTimeout(done, 600));
  expect(heard).toHaveLength(1);
});
