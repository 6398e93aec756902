import { Alert, Button, Descriptions, Modal } from 'antd';
import { useState } from 'react';
import { allotRule } from '#contract/areas/replenishment/allot-rule.ts';
import { ruleCalls, type SimulatedDay, type Simulation } from '#contract/areas/replenishment/replenishment-calls.ts';
import { simulatedDays } from '#contract/areas/replenishment/rule-enums.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row } from '#src/engine/row.ts';
import { useCommand } from '#src/engine/use-command.ts';
import styles from './replenishment.module.css';

type Tried = Simulation & { version: number };

/** Tries a rule on the last 90 days: what would have gone, and on how many days goods would still have been short. */
export function RuleTrial({ rule, onClose }: { rule: Row; onClose(): void }) {
  const command = useCommand<Tried>(allotRule);
  const [tried, setTried] = useState<Tried | null>(null);
  const run = async () => {
    const sent = await command.run(ruleCalls.simulate, { id: rule.id, version: Number(rule.version) });
    if (sent.ok) setTried(sent.value);
  };
  return (
    <Modal
      open
      width={760}
      title={`试算 ${String(rule.name)}`}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          关闭
        </Button>,
        !tried && (
          <Button key="run" type="primary" loading={command.running} onClick={() => void run()}>
            试算近 {simulatedDays} 天
          </Button>
        ),
      ]}
    >
      <p>{`以近 ${simulatedDays} 天的库存和销售，按规则现在的条件重演：规则的调拨两天后到货，其余照当时发生的。`}</p>
      {command.failure && <Alert type="error" title={wordsOf(command.failure)} />}
      {tried && <Outcome of={tried} />}
    </Modal>
  );
}

function Outcome({ of: tried }: { of: Simulation }) {
  const facts: [string, number][] = [
    ['调拨件数', tried.move_qty],
    ['调拨单数', tried.allot_count],
    ['原缺货天数', tried.short_before],
    ['试算缺货天数', tried.short_after],
    ['多卖件数(估)', tried.more_sold],
    ['调出仓缺货天数', tried.sender_short],
  ];
  return (
    <>
      <Descriptions
        size="small"
        column={3}
        items={facts.map(([label, value]) => ({ key: label, label, children: grouped(value) }))}
      />
      <ShortChart days={tried.days} />
    </>
  );
}

const width = 720;
const height = 140;

/** Goods that were short, day by day: as it was, and as it would have been. */
function ShortChart({ days }: { days: readonly SimulatedDay[] }) {
  const most = Math.max(1, ...days.flatMap(({ short_before, short_after }) => [short_before, short_after]));
  const x = (day: number) => (day / Math.max(1, days.length - 1)) * width;
  const y = (value: number) => height - (value / most) * (height - 12);
  const pathOf = (of: (day: SimulatedDay) => number) =>
    days.map((day, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(of(day))}`).join('');
  return (
    <figure className={styles.chart}>
      <figcaption>{`每天缺货的货品数，最多 ${grouped(most)}`}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`每天缺货的货品数：${days.length} 天`}>
        <path data-line="before" d={pathOf(({ short_before }) => short_before)}>
          <title>实际</title>
        </path>
        <path data-line="after" d={pathOf(({ short_after }) => short_after)}>
          <title>试算</title>
        </path>
      </svg>
      <p className={styles.key}>
        <span data-line="before">实际</span>
        <span data-line="after">试算</span>
      </p>
    </figure>
  );
}
