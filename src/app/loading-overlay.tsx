import { useEffect, useState } from 'react';
import { useActivity } from './activity.ts';

/** 加载中... while a call runs (specification §9), from 300 ms on: what is quicker needs no word, and would only flash. */
export function LoadingOverlay() {
  const busy = useActivity((state) => state.running > 0);
  return busy ? <Delayed /> : null;
}

function Delayed() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 300);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <div className="loading-overlay" role="status">
      <span className="loading-overlay-words">
        <i className="spinner" aria-hidden="true" />
        加载中...
      </span>
    </div>
  );
}
