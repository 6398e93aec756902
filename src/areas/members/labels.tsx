import { user } from '#contract/areas/members/user.ts';
import { labelType, refreshLabelCall, userLabel } from '#contract/areas/members/user-label.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { DrawerPage } from '#src/kit/desk/list/drawer-page.tsx';
import { useToast } from '#src/kit/desk/toast.ts';

/** Labels of members: put on by hand in the list of members, or kept by a rule that is asked every day and here at once. */
export function Screen() {
  const may = useMayUse()(refreshLabelCall.access);
  const toast = useToast();
  const command = useCommand<{ user_count: number }>(changes);
  const refresh = async (row: Row) => {
    const sent = await command.run(refreshLabelCall, { id: row.id });
    if (sent.ok) toast.good(`“${String(row['name'])}”现有 ${sent.value.user_count} 个会员`);
    else toast.bad(wordsOf(sent.failure));
  };
  return (
    <DrawerPage
      definition={userLabel}
      title="会员标签"
      rowActions={(row) =>
        may && row['label_type'] === labelType.byRule && row['status'] === 1
          ? [{ key: 'refresh', label: '重算', disabled: command.running, run: () => void refresh(row) }]
          : []
      }
    />
  );
}

const changes = [userLabel, user];
