import { useLocation, useNavigate } from 'react-router-dom';
import styles from './handheld.module.css';
import { useNow, useQueueStatus } from './use-live.ts';
import { networkWords, useNetwork } from './use-network.ts';
import { ageOf } from './words.ts';

/** The queue, always in view (design §8): how many entries are unsent, how old the oldest is, and whether any needs a person. */
export function QueueStrip({ uid }: { uid: number }) {
  const status = useQueueStatus(uid);
  const now = useNow();
  const network = useNetwork();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { unsent = 0, oldest = null, attention = 0 } = status ?? {};
  const tone = attention > 0 ? 'refused' : unsent > 0 ? 'waiting' : 'done';
  return (
    <button
      type="button"
      className={styles.strip}
      data-tone={tone}
      data-unsent={status?.unsent}
      data-testid="queue"
      onClick={() => {
        if (pathname !== queuePath) void navigate(queuePath, { state: { back: true } });
      }}
    >
      <span className={styles.dot} data-online={network === 'online'} />
      <span>{networkWords[network]}</span>
      {unsent > 0 && <strong>未发送 {unsent}</strong>}
      {unsent === 0 && attention === 0 && <strong>全部已接收</strong>}
      {oldest !== null && <span className={styles.stripAge}>最早 {ageOf(oldest, now)}</span>}
      {attention > 0 && <span className={styles.stripMark}>{attention} 条需处理</span>}
      <span className={styles.stripArrow} aria-hidden="true" />
    </button>
  );
}

const queuePath = '/hand/queue';
