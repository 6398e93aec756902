import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { bookingRule } from '#contract/areas/finance/booking-rule.ts';
import { ruleChange } from '#contract/areas/finance/rule-change.ts';
import { useDetail } from '#src/engine/detail/use-detail.ts';
import type { Values } from '#src/engine/row.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { Content } from '#src/kit/desk/faces.tsx';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { ruleAt } from './addresses.ts';
import { RuleTrial } from './rule-trial.tsx';

/** A change of one rule: proposed for a rule, looked at and judged with an id, edited with `edit=1` besides. */
export function RuleChange({ id, rule }: { id: number | undefined; rule: number | undefined }) {
  const editing = useSearchParams()[0].has('edit');
  if (id !== undefined && !editing)
    return (
      <DetailPage
        key={id}
        definition={ruleChange}
        id={id}
        editAt={(change) => ruleAt.edit(change.id)}
        slots={{
          tabs: (change) => [
            {
              key: 'trial',
              label: '用历史业务试算',
              children: (
                <RuleTrial
                  rule={Number(change.rule_id)}
                  debit={Number(change.debit_id)}
                  credit={Number(change.credit_id)}
                />
              ),
            },
          ],
        }}
      />
    );
  return id === undefined && rule !== undefined ? <ForRule rule={rule} /> : <Form id={id} />;
}

/** It begins with what the rule is today. */
function ForRule({ rule }: { rule: number }) {
  const detail = useDetail(bookingRule, rule);
  const { record } = detail;
  const given = useMemo(
    () =>
      record && {
        rule_id: rule,
        rule_id__title: record.name,
        debit_id: record.debit_id,
        debit_id__title: record.debit_id__title,
        credit_id: record.credit_id,
        credit_id__title: record.credit_id__title,
      },
    [record, rule],
  );
  return <Content of={detail}>{given && <Form given={given} />}</Content>;
}

function Form({ id, given = {} }: { id?: number | undefined; given?: Values }) {
  return (
    <FormPage
      key={id ?? 'new'}
      definition={ruleChange}
      id={id}
      given={given}
      listAt={ruleAt.changes}
      savedAt={(saved) => ruleAt.change(saved.id)}
    />
  );
}
