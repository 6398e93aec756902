import { useEffect } from 'react';
import { useSession } from '../session/sign-in-state.ts';
import { guardWatermark } from './guard-watermark.ts';
import { watermarkImage } from './watermark-image.ts';

/** Name and time over everything a person signed in sees (specification §1); drawn outside of React, which must not undo it. */
export function Watermark() {
  const name = useSession(({ session }) => session && [session.nickname, session.username].filter(Boolean).join(' '));
  useEffect(() => {
    if (!name) return undefined;
    const draw = () => watermarkImage({ name, now: new Date() });
    const mark = guardWatermark(draw());
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      timer = setTimeout(
        () => {
          mark.show(draw());
          tick();
        },
        minute - (Date.now() % minute),
      );
    };
    tick();
    return () => {
      clearTimeout(timer);
      mark.stop();
    };
  }, [name]);
  return null;
}

const minute = 60_000;
