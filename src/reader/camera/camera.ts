import { createSettled } from './settled.ts';

/** Why there is no picture, or why nothing is read from it. */
export type CameraTrouble = 'insecure' | 'refused' | 'none' | 'busy' | 'unread';

/** A camera that is read from. */
export interface Camera {
  /** Switches its light; null where it has none. */
  readonly light: ((on: boolean) => Promise<void>) | null;
  /** Lets it go: its light and the browser's sign of it go out. */
  stop(): void;
}

export interface CameraEvents {
  /** A code was held before it. */
  code(code: string): void;
  trouble(why: CameraTrouble): void;
}

/** It cannot be had. */
export class NoCamera extends Error {
  override readonly name = 'NoCamera';
  readonly why: CameraTrouble;
  constructor(why: CameraTrouble) {
    super(why);
    this.why = why;
  }
}

/**
 * Opens the camera that looks away from the person and shows it in `video`; `read` finds the codes of a picture. Pictures are read one at a time,
 * as fast as this device can and at most ten a second. Rejects with NoCamera; a camera that is pulled out tells of trouble.
 */
export async function openCamera(
  video: HTMLVideoElement,
  read: (picture: ImageBitmap) => Promise<string[]>,
  on: CameraEvents,
): Promise<Camera> {
  const stream = await asked();
  let over = false;
  const stop = () => {
    over = true;
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  const [track] = stream.getVideoTracks();
  track?.addEventListener('ended', () => over || on.trouble('none'));
  video.srcObject = stream;
  try {
    await video.play();
  } catch (problem) {
    stop();
    throw problem;
  }
  void watch(video, read, on, () => over);
  return { light: lightOf(track), stop };
}

async function watch(
  video: HTMLVideoElement,
  read: (picture: ImageBitmap) => Promise<string[]>,
  on: CameraEvents,
  isOver: () => boolean,
): Promise<void> {
  const settled = createSettled();
  while (!isOver()) {
    const began = performance.now();
    try {
      const codes = video.videoWidth > 0 ? await read(await pictureOf(video)) : [];
      if (isOver()) return;
      for (const code of settled.see(codes, performance.now())) on.code(code);
    } catch {
      if (!isOver()) on.trouble('unread');
      return;
    }
    await new Promise((done) => setTimeout(done, Math.max(20, 100 - (performance.now() - began))));
  }
}

/** What the picture on the screen shows of it: its middle, small enough to be read quickly. */
async function pictureOf(video: HTMLVideoElement): Promise<ImageBitmap> {
  const { videoWidth: width, videoHeight: height } = video;
  const band = Math.min(height, Math.round((width * 2) / 3));
  return await createImageBitmap(video, 0, Math.round((height - band) / 2), width, band, {
    resizeWidth: Math.min(width, 1280),
  });
}

async function asked(): Promise<MediaStream> {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new NoCamera('insecure');
  try {
    return await devices.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    });
  } catch (problem) {
    throw new NoCamera(whyOf(problem));
  }
}

function whyOf(problem: unknown): CameraTrouble {
  const name = problem instanceof Error ? problem.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy';
}

function lightOf(track: MediaStreamTrack | undefined): Camera['light'] {
  // Not in every browser, and in no list of what tracks can do that all of them know.
  const can = track?.getCapabilities?.() as { torch?: boolean } | undefined;
  if (!track || can?.torch !== true) return null;
  return (on) => track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
}
