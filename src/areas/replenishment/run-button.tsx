import { Button, Popover } from 'antd';
import { useId, useState } from 'react';
import { allotRule } from '#contract/areas/replenishment/allot-rule.ts';
import type { Option } from '#contract/kit/calls.ts';
import { Chooser } from '#src/kit/desk/kinds/chooser.tsx';
import { useRunRules } from './use-run-rules.ts';

/** 生成决策, where decisions are looked at: which of the rules that are on shall run. */
export function RunButton() {
  const id = useId();
  const rules = useRunRules();
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<readonly Option[]>([]);
  if (!rules.may) return null;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      title="生成决策"
      content={
        <div role="dialog" aria-label="生成决策">
          <label htmlFor={id}>{allotRule.label}</label>
          <Chooser
            id={id}
            definition={allotRule}
            many
            ids={chosen.map((one) => one.id)}
            known={chosen}
            placeholder="选择已启用的规则"
            onPick={setChosen}
          />
          <Button
            type="primary"
            size="small"
            disabled={chosen.length === 0}
            loading={rules.busy}
            onClick={() => void rules.run(chosen.map((one) => one.id)).then(() => setOpen(false))}
          >
            确定
          </Button>
        </div>
      }
    >
      <Button>生成决策</Button>
    </Popover>
  );
}
