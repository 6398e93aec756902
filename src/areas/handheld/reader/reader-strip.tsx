import { Button } from 'antd-mobile';
import { useMemo, useState } from 'react';
import type { AllotGoods } from '#contract/areas/allocation/allot-entry.ts';
import { lastReader } from '#src/platform/last-reader.ts';
import { tagScanned } from '#src/reader/scans.ts';
import { allowedReaders, chooseReader, hasPorts } from '#src/reader/uhf/ports.ts';
import styles from '../handheld.module.css';
import { useReader } from './use-reader.ts';

interface ReaderStripProps {
  uid: number;
  /** What is worked on; its pieces are told by their tags. */
  goods: readonly Pick<AllotGoods, 'pieces'>[];
}

/**
 * The reader of this device beside a work on pieces. A reader hears every tag in the room: those of the work are told like scans, once for each start of reading, of the
 * others it says how many there are, and keeps none. The service of this computer where that was the last to be connected. Not
 * there where the browser reaches no reader.
 */
export function ReaderStrip({ uid, goods }: ReaderStripProps) {
  const ours = useMemo(
    () => new Set(goods.flatMap(({ pieces = [] }) => pieces.flatMap(({ epc }) => epc ?? []))),
    [goods],
  );
  const [others, setOthers] = useState(0);
  const reading = useReader(uid, (epcs) => {
    const known = epcs.filter((epc) => ours.has(epc));
    for (const epc of known) tagScanned(epc);
    setOthers((before) => before + epcs.length - known.length);
  });
  const byService = lastReader()?.isService === true;
  if (!hasPorts() && !byService) return null;
  const { state, so, trouble } = reading;
  const connect = async (): Promise<void> => {
    if (byService) {
      const { readerPort } = await import('#src/platform/reader-port.ts');
      return await reading.connectService(readerPort());
    }
    const transport = (await allowedReaders())[0] ?? (await chooseReader());
    if (transport) await reading.connect(transport);
  };
  const start = async (): Promise<void> => {
    setOthers(0);
    await reading.start();
  };
  const [words, press] =
    state === 'reading' || state === 'stopping'
      ? (['停止读标签', reading.stop] as const)
      : state === 'ready'
        ? (['开始读标签', start] as const)
        : (['连接读写器', connect] as const);
  return (
    <section className={styles.readerStrip} aria-label="标签读写器">
      <Button
        size="large"
        loading={state === 'looking' || state === 'stopping'}
        onClick={() => void press().catch(reportError)}
      >
        {words}
      </Button>
      <p role="status">
        {trouble ||
          (state === 'reading' || so.size > 0
            ? `本单 ${so.size - others} 个标签${others > 0 ? `，另有 ${others} 个不是本单的` : ''}`
            : '近处用小功率，少读到旁边的货')}
      </p>
    </section>
  );
}
