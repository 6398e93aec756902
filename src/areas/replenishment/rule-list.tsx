import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { allotRule } from '#contract/areas/replenishment/allot-rule.ts';
import { proposes } from '#contract/areas/replenishment/rule-enums.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { useSwitchActions } from '#src/kit/desk/list/switch-actions.tsx';
import { useRunRules } from './use-run-rules.ts';

const FormDrawer = lazy(async () => ({ default: (await import('#src/kit/desk/form-drawer.tsx')).FormDrawer }));
const RuleTrial = lazy(async () => ({ default: (await import('./rule-trial.tsx')).RuleTrial }));

/** Rules: written beside their list, tried on the last days, switched on, and run. */
export function Screen() {
  const mayUse = useMayUse();
  const switches = useSwitchActions(allotRule);
  const running = useRunRules();
  const [open, setOpen] = useState<{ id?: number } | null>(null);
  const [trial, setTrial] = useState<Row | null>(null);
  const mayEdit = mayUse(allotRule.calls.edit?.[1]);
  const runOf = (rows: readonly Row[]) => {
    const ids = rows.filter(({ rule_type, status }) => proposes(rule_type) && status === 1).map(({ id }) => id);
    return running.may && ids.length > 0
      ? [{ key: 'run', label: '生成决策', disabled: running.busy, run: () => void running.run(ids) }]
      : [];
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
            {open && (
              <FormDrawer definition={allotRule} id={open.id} onClose={() => setOpen(null)}>
                {() => <p className="desk-hint">条件修改后规则自动停用，重新试算后再启用；调拨通道除外。</p>}
              </FormDrawer>
            )}
            {trial && <RuleTrial rule={trial} onClose={() => setTrial(null)} />}
          </Suspense>
        ),
      }}
    />
  );
}
