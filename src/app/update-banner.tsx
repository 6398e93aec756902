import { lazy, Suspense, useState } from 'react';
import { useUpdate } from './update-store.ts';

const UpgradeFace = lazy(async () => ({ default: (await import('./fleet/upgrade-face.tsx')).UpgradeFace }));
const MessageBar = lazy(async () => ({ default: (await import('./fleet/message-bar.tsx')).MessageBar }));

/** Offers a newer version; taken by the person, never in the middle of something (design §6). One that operations insist on stays until it is taken. */
export function UpdateBanner() {
  const { stage, hindrance, told, message, take, later } = useUpdate();
  const [asking, setAsking] = useState(false);
  if (stage !== 'ready' && !told)
    return (
      message && (
        <Suspense>
          <MessageBar {...message} />
        </Suspense>
      )
    );
  const begin = async () => {
    setAsking(true);
    try {
      await (told?.take ?? take)();
    } finally {
      setAsking(false);
    }
  };
  const press = () => void begin().catch(reportError);
  if (told?.how === 'block')
    return (
      <Suspense>
        <UpgradeFace told={told} hindrance={hindrance} asking={asking} onTake={press} />
      </Suspense>
    );
  return (
    <aside className="update-banner" role="status">
      <span>{hindrance || told?.words || '新版本可用'}</span>
      <button type="button" className="button-main" disabled={asking} onClick={press}>
        {asking ? '请稍候' : '更新'}
      </button>
      {told?.how !== 'urge' && (
        <button type="button" className="button-plain" onClick={later}>
          稍后
        </button>
      )}
    </aside>
  );
}
