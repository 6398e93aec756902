import { useState } from 'react';
import { useUpdate } from './update-store.ts';

/** Offers a newer version; taken by the person, never in the middle of something (design §6). */
export function UpdateBanner() {
  const { stage, hindrance, take, later } = useUpdate();
  const [asking, setAsking] = useState(false);
  if (stage !== 'ready') return null;
  const begin = async () => {
    setAsking(true);
    try {
      await take();
    } finally {
      setAsking(false);
    }
  };
  return (
    <aside className="update-banner" role="status">
      <span>{hindrance || '新版本可用'}</span>
      <button type="button" className="button-main" disabled={asking} onClick={() => void begin().catch(reportError)}>
        {asking ? '请稍候' : '更新'}
      </button>
      <button type="button" className="button-plain" onClick={later}>
        稍后
      </button>
    </aside>
  );
}
