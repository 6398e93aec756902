import { Button } from 'antd-mobile';
import { useState } from 'react';
import { Card } from '#src/kit/hand/card.tsx';
import { keepReaderPort, readerPort } from '#src/platform/reader-port.ts';
import { readerAddress, readerStatus, readTagsBy } from '#src/wire/tag-reader.ts';
import styles from '../handheld.module.css';

const portMost = 65_535;

/**
 * The reader that a service of this computer holds: where it listens, tried and connected. A trial reads one round and keeps nothing of it.
 */
export function ServiceCard({ looking, onConnect }: { looking: boolean; onConnect(port: number): Promise<void> }) {
  const [text, setText] = useState(() => String(readerPort()));
  const [trying, setTrying] = useState(false);
  const [said, setSaid] = useState({ isWrong: false, words: '' });
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  const isPort = port >= 1 && port <= portMost;
  const tell = async (): Promise<void> => {
    setTrying(true);
    setSaid({ isWrong: false, words: '' });
    const { ok, words } = await tried(port);
    setSaid({ isWrong: !ok, words });
    setTrying(false);
  };
  const connect = async (): Promise<void> => {
    setSaid({ isWrong: false, words: '' });
    keepReaderPort(port);
    await onConnect(port);
  };
  return (
    <Card title="本地读写服务">
      <p className={styles.nothing}>读写器厂家装在本机上的服务。它管着读写器，这里只问它读到了什么。</p>
      <div className={styles.form}>
        <label className={styles.field} data-active>
          <span>{readerAddress(0).replace(/0$/, '')}</span>
          <input
            value={text}
            inputMode="numeric"
            autoComplete="off"
            aria-label="本地读写服务的端口"
            aria-invalid={!isPort}
            maxLength={5}
            onChange={(event) => setText(event.target.value.trim())}
          />
        </label>
        {!isPort && (
          <p className={styles.trouble} role="alert">
            {`端口是 1 到 ${portMost} 的数字`}
          </p>
        )}
        {said.words !== '' && (
          <p className={said.isWrong ? styles.trouble : styles.soft} role={said.isWrong ? 'alert' : 'status'}>
            {said.words}
          </p>
        )}
      </div>
      <div className={styles.cardAction}>
        <Button
          block
          size="large"
          disabled={!isPort || looking}
          loading={trying}
          loadingText="正在测试"
          onClick={() => void tell().catch(reportError)}
        >
          测试
        </Button>
        <Button
          block
          size="large"
          disabled={!isPort || looking || trying}
          onClick={() => void connect().catch(reportError)}
        >
          用本地读写服务
        </Button>
      </div>
    </Card>
  );
}

async function tried(port: number): Promise<{ ok: boolean; words: string }> {
  const status = await readerStatus(port);
  if (!status.ok) return status;
  const answer = await readTagsBy(port);
  if (!answer.ok) return answer;
  const read = answer.tags.length > 0 ? `试读到 ${answer.tags.length} 个标签` : '试读没有读到标签';
  return { ok: true, words: ['服务已启动', status.words, read].filter(Boolean).join('，') };
}
