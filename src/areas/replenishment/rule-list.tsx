import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { allotDecision } from '#contract/areas/replenishment/allot-decision.ts';
import { allotRule } from '#contract/areas/replenishment/allot-rule.ts';
import { type Generated, ruleCalls } from '#contract/areas/replenishment/replenishment-calls.ts';
import { proposes } from '#contract/areas/replenishment/rule-words.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { useSwitchActions } from '#src/kit/desk/list/switch-actions.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { decisionAt } from './addresses.ts';

const FormDrawer = lazy(async () => ({ default: (await import('#src/kit/desk/form-drawer.tsx')).FormDrawer }));
const RuleTrial = lazy(async () => ({ default: (await import('./rule-trial.tsx')).RuleTrial }));

/** Rules: written beside their list, tried on the last days, switched on, and run. */
export function Screen() {
  const mayUse = useMayUse();
  const switches = useSwitchActions(allotRule);
  const running = useRunning();
  const [open, setOpen] = useState<{ id?: number } | null>(null);
  const [trial, setTrial] = useState<Row | null>(null);
  const mayEdit = mayUse(allotRule.calls.edit?.[1]);
  const runOf = (rows: readonly Row[]) => {
    const ids = rows.filter(({ rule_type, status }) => proposes(rule_type) && status === 1).map(({ id }) => id);
    const shown = mayUse(ruleCalls.generate.access) && ids.length > 0;
    return shown ? [{ key: 'run', label: '生成决策', disabled: running.busy, run: () => void running.run(ids) }] : [];
  };
  return (
    <ListPage
      definition={allotRule}
      {...(mayEdit ? { onOpen: (row) => setOpen({ id: row.id }) } : {})}
      rowActions={(row) => [
        ...(mayEdit ? [{ key: 'edit', label: '编辑', run: () => setOpen({ id: row.id }) }] : []),
        ...(mayEdit && proposes(row.rule_type) ? [{ key: 'trial', label: '试算', run: () => setTrial(row) }] : []),
        ...runOf([row]),
        ...switches.rowActions(row),
      ]}
      batchActions={({ selection }) => [...runOf(selection.rows), ...switches.batchActions(selection)]}
      slots={{
        above: switches.notice,
        extra: () =>
          mayUse(allotRule.calls.add?.[1]) && (
            <Button type="primary" onClick={() => setOpen({})}>
              新建
            </Button>
          ),
        aside: (
          <Suspense>
            {open && <FormDrawer definition={allotRule} id={open.id} onClose={() => setOpen(null)} />}
            {trial && <RuleTrial rule={trial} onClose={() => setTrial(null)} />}
          </Suspense>
        ),
      }}
    />
  );
}

/** Runs rules and leads to what they propose. */
function useRunning() {
  const command = useCommand<Generated>(ran);
  const toast = useToast();
  const navigate = useNavigate();
  return {
    busy: command.running || command.unknown,
    run: async (ids: number[]) => {
      const sent = await command.run(ruleCalls.generate, { rule_ids: ids });
      if (!sent.ok) return toast.bad(wordsOf(sent.failure));
      const { decision_ids: made } = sent.value;
      if (made.length === 0) return toast.good('没有需要调拨的货品');
      toast.good(`已生成 ${made.length} 张决策单`);
      const [only] = made;
      void navigate(made.length === 1 && only !== undefined ? decisionAt.detail(only) : decisionAt.list);
    },
  };
}

const ran = [allotRule, allotDecision];
