import { clientDevice } from '#contract/areas/fleet/client-device.ts';
import { type BuildShare, fleetCalls } from '#contract/areas/fleet/fleet-calls.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content } from '#src/kit/desk/faces.tsx';
import styles from './fleet.module.css';

/** How many devices run each build, the newest first, as bars against all of them. */
export function RollOut() {
  const read = useRead(clientDevice, fleetCalls.builds, { input: {}, every: 60_000 });
  const list = read.value?.list ?? [];
  const all = list.reduce((sum, { devices }) => sum + devices, 0);
  return (
    <section className="desk-block" aria-label="各构建的设备数">
      <Content of={{ failure: read.failure, stale: read.stale, reload: read.reload }}>
        {list.length === 0 ? (
          <p className="desk-hint">还没有设备上报。</p>
        ) : (
          <ul className={styles.bars}>
            {list.map((one) => (
              <li key={one.build}>
                <span className={styles.build} title={`首次出现 ${printTime(one.first_seen_at)}`}>
                  {one.build}
                </span>
                <span className={styles.track} aria-hidden="true">
                  <span
                    className={styles.bar}
                    data-old={one.is_old || undefined}
                    style={{ inlineSize: `${Math.round((one.devices * 100) / Math.max(all, 1))}%` }}
                  />
                </span>
                <span className={styles.words}>{wordsOfShare(one, all)}</span>
              </li>
            ))}
          </ul>
        )}
      </Content>
    </section>
  );
}

function wordsOfShare({ devices, present, unsent, is_wanted, is_old }: BuildShare, all: number): string {
  const share = Math.round((devices * 100) / Math.max(all, 1));
  return [
    `${grouped(devices)}台 ${share}%`,
    `在线 ${grouped(present)}`,
    ...(unsent > 0 ? [`未发送 ${grouped(unsent)}`] : []),
    ...(is_wanted ? ['已发布'] : []),
    ...(is_old ? ['待升级'] : []),
  ].join(' · ');
}
