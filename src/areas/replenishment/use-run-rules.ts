import { useNavigate } from 'react-router-dom';
import { allotDecision } from '#contract/areas/replenishment/allot-decision.ts';
import { allotRule } from '#contract/areas/replenishment/allot-rule.ts';
import { type Generated, ruleCalls } from '#contract/areas/replenishment/replenishment-calls.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useToast } from '#src/kit/desk/toast.ts';
import { decisionAt } from './addresses.ts';

/** Runs rules and leads to what they propose. */
export function useRunRules() {
  const mayUse = useMayUse();
  const command = useCommand<Generated>(ran);
  const toast = useToast();
  const navigate = useNavigate();
  return {
    may: mayUse(ruleCalls.generate.access),
    busy: command.running || command.unknown,
    run: async (ids: readonly number[]) => {
      const sent = await command.run(ruleCalls.generate, { rule_ids: [...ids] });
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
