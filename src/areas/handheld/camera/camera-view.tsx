import { Button } from 'antd-mobile';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { isVisible, onVisibleChange } from '#src/platform/online.ts';
import { type Camera, type CameraTrouble, NoCamera, openCamera } from '#src/reader/camera/camera.ts';
import { codeSeen } from '#src/reader/scans.ts';
import { openCodeFinder } from '#workers/codes.client.ts';
import styles from './camera.module.css';

/**
 * What the camera of this device sees, and reads: each code is told like one of a gun. It is let go of while nobody looks at the page.
 * `onRead` hears of each code besides.
 */
export function CameraView({ onRead, onClose }: { onRead?(): void; onClose?(): void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [camera, setCamera] = useState<Camera | null>(null);
  const [trouble, setTrouble] = useState<CameraTrouble | null>(null);
  const [lit, setLit] = useState(false);
  const [tries, setTries] = useState(0);
  const visible = useSyncExternalStore(onVisibleChange, isVisible);
  const read = useEffectEvent((code: string) => {
    codeSeen(code);
    onRead?.();
  });
  useEffect(() => {
    const shown = video.current;
    if (!visible || !shown) return;
    const finder = openCodeFinder();
    let over = false;
    let opened: Camera | null = null;
    const failed = (why: CameraTrouble) => {
      opened?.stop();
      setCamera(null);
      setTrouble(why);
    };
    openCamera(shown, finder.read, { code: read, trouble: failed }).then(
      (one) => {
        if (over) return one.stop();
        opened = one;
        return setCamera(one);
      },
      (problem: unknown) => over || failed(problem instanceof NoCamera ? problem.why : 'busy'),
    );
    return () => {
      over = true;
      opened?.stop();
      finder.close();
      setCamera(null);
      setLit(false);
    };
  }, [visible, tries]);
  const again = () => {
    setTrouble(null);
    setTries((before) => before + 1);
  };
  const light = camera?.light;
  return (
    <section className={styles.camera} aria-label="摄像头扫码">
      <div className={styles.picture}>
        <video ref={video} muted playsInline data-ready={camera ? true : undefined} />
        {!trouble && <div className={styles.aim} aria-hidden="true" />}
        <p role={trouble ? 'alert' : undefined}>
          {trouble ? words[trouble] : camera ? '对准条码，两掌远；同一种再扫一件，先移开再对准' : '正在打开摄像头'}
        </p>
      </div>
      <div className={styles.row}>
        {trouble && <Button onClick={again}>再试一次</Button>}
        {light && (
          <Button
            aria-pressed={lit}
            onClick={() =>
              void light(!lit).then(
                () => setLit(!lit),
                () => setTrouble('busy'),
              )
            }
          >
            {lit ? '关灯' : '开灯'}
          </Button>
        )}
        {onClose && <Button onClick={onClose}>收起摄像头</Button>}
      </div>
    </section>
  );
}

const words: Readonly<Record<CameraTrouble, string>> = {
  insecure: '摄像头只在 https 地址下能用',
  refused: '浏览器没有准许用摄像头：点地址栏左边的图标，准许后再试',
  none: '这台设备没有摄像头',
  busy: '摄像头打不开，可能正被别的应用使用',
  unread: '识别程序还不在本机，连上网络再试一次',
};
