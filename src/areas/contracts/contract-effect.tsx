import { Tabs } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { contract } from '#contract/areas/contracts/contract.ts';
import { contractState, daysAhead } from '#contract/areas/contracts/contract-enums.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { useTransitions } from '#src/engine/detail/use-transitions.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { useStepSaid } from '#src/kit/desk/detail/use-step-said.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { contractAt } from './addresses.ts';
import { OpenOrders } from './open-orders.tsx';

const TransitionDialog = lazy(async () => ({
  default: (await import('#src/kit/desk/detail/transition-dialog.tsx')).TransitionDialog,
}));

/** Bringing contracts into force and ending them, and what ends by itself soon. */
export function Screen() {
  const [shown, setShown] = useState(views[0]?.key ?? '');
  const navigate = useNavigate();
  const said = useStepSaid(contract);
  const transitions = useTransitions(contract, { onDone: (step, taken) => void said(step, taken) });
  const view = views.find(({ key }) => key === shown);
  const { step } = transitions;
  const steps = (row: Row) =>
    row.allowed
      ? transitions
          .offers({ allowed: row.allowed })
          .filter(({ name }) => offered.has(name))
          .map((offer) => ({
            key: offer.name,
            label: offer.transition.label,
            danger: offer.name === 'terminate',
            disabled: transitions.running,
            run: () => transitions.begin(offer, [row]),
          }))
      : [];
  return (
    <ListPage
      key={shown}
      fixed={view?.fixed() ?? {}}
      definition={contract}
      title="合同生效与终止"
      filters={filters}
      columns={columns}
      openAt={(row) => contractAt.detail(row.id)}
      rowActions={(row) => [
        ...steps(row),
        { key: 'view', label: '查看', run: () => void navigate(contractAt.detail(row.id)) },
      ]}
      slots={{
        above: (
          <Tabs
            size="small"
            activeKey={shown}
            onChange={setShown}
            items={views.map(({ key, label }) => ({ key, label }))}
          />
        ),
        aside: step && (
          <Suspense>
            <TransitionDialog definition={contract} transitions={transitions}>
              {step.name === 'terminate' && <OpenOrders id={step.records[0]?.id ?? 0} />}
            </TransitionDialog>
          </Suspense>
        ),
      }}
    />
  );
}

const offered = new Set(['effect', 'terminate']);

/** Contracts in force whose last day is within so many days. */
const endingIn = (days: number) => ({
  key: `in${days}`,
  label: `${days} 天内到期`,
  fixed: (): Values => ({
    status: [contractState.inForce],
    end_date_to: businessDay(new Date(Date.now() + days * 86_400_000)),
  }),
});

const views: readonly { key: string; label: string; fixed(): Values }[] = [
  {
    key: 'waiting',
    label: contract.states[contractState.toTakeEffect][0],
    fixed: () => ({ status: [contractState.toTakeEffect] }),
  },
  {
    key: 'running',
    label: contract.states[contractState.inForce][0],
    fixed: () => ({ status: [contractState.inForce] }),
  },
  ...daysAhead.map(endingIn),
];

const filters = ['contract_no', 'name', 'supplier_id', 'type', 'co_model', 'purchaser_id'];
const columns = [
  'contract_no',
  'name',
  'supplier_id',
  'co_model',
  'purchaser_id',
  'start_date',
  'end_date',
  'effective_date',
  'status',
];
