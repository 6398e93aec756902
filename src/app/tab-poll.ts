/** Answers the other tabs whether this one can spare the page it shows. */
export function answerTabs(idle: () => boolean): void {
  if (typeof BroadcastChannel !== 'function') return;
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === question && !idle()) channel.postMessage(refusal);
  });
}

/** True when no other tab has objected within the wait. Frozen tabs cannot answer, and are not changed before they wake. */
export function askTabs(wait = 2000): Promise<boolean> {
  if (typeof BroadcastChannel !== 'function') return Promise.resolve(true);
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(name);
    const end = (free: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(free);
    };
    const timer = setTimeout(() => end(true), wait);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === refusal) end(false);
    });
    channel.postMessage(question);
  });
}

const name = 'update-poll';
const question = 'may-update';
const refusal = 'busy';
