import { Select, Table } from 'antd';
import { useState } from 'react';
import { bookingRule } from '#contract/areas/finance/booking-rule.ts';
import { ruleCalls, type TriedEntry } from '#contract/areas/finance/rule-calls.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content, EmptyFace } from '#src/kit/desk/faces.tsx';

interface TrialProps {
  rule: number;
  /** The subjects that it is tried with. */
  debit: number;
  credit: number;
  /** The rule as it is, with nothing to compare it with. */
  only?: 'today';
}

/** The voucher that something which has happened gives by the rules of today, and beside it by a rule with other subjects. Nothing is written. */
export function RuleTrial({ rule, debit, credit, only }: TrialProps) {
  const events = useRead(bookingRule, ruleCalls.events, { input: { id: rule } });
  const [chosen, setChosen] = useState<number>();
  const list = events.value?.list ?? [];
  const event = list.find(({ event_id }) => event_id === chosen) ?? list[0];
  const trial = useRead(bookingRule, ruleCalls.trial, {
    input: { id: rule, event_id: event?.event_id ?? 0, debit_id: debit, credit_id: credit },
    when: event !== undefined,
  });
  return (
    <Content of={events}>
      {event ? (
        <section className="desk-block" aria-label="试算">
          <Select
            aria-label="历史业务"
            style={{ width: '100%', maxWidth: 560, marginBlockEnd: 8 }}
            value={event.event_id}
            onChange={setChosen}
            options={list.map(({ event_id, day, source_no, summary, amount }) => ({
              value: event_id,
              label: `${day} ${summary.includes(source_no) ? summary : `${summary} ${source_no}`} ${printYuan(amount)}`,
            }))}
          />
          <Content of={trial}>
            <Entries title="按现行规则" entries={trial.value?.today ?? []} />
            {!only && <Entries title="按新科目（仅试算，不生成凭证）" entries={trial.value?.proposed ?? []} />}
          </Content>
        </section>
      ) : (
        <EmptyFace words="还没有发生过用到此规则的业务" />
      )}
    </Content>
  );
}

function Entries({ title, entries }: { title: string; entries: readonly TriedEntry[] }) {
  return (
    <Table<TriedEntry & { key: number }>
      size="small"
      pagination={false}
      title={() => title}
      scroll={{ x: 'max-content' }}
      dataSource={entries.map((entry, key) => ({ ...entry, key }))}
      columns={[
        {
          title: '科目',
          render: (_, { code, name, changed }) => (changed ? <strong>{`${code} ${name}`}</strong> : `${code} ${name}`),
        },
        { title: '借方', align: 'right', render: (_, { debit }) => amountOf(debit) },
        { title: '贷方', align: 'right', render: (_, { credit }) => amountOf(credit) },
      ]}
    />
  );
}

const amountOf = (fen: number): string => (fen === 0 ? '' : printYuan(fen));
