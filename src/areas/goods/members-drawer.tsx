import { Button, Drawer } from 'antd';
import { useState } from 'react';
import type { Call } from '#contract/kit/call.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { AskDialog, type Asking } from '#src/kit/desk/ask-dialog.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { useToast } from '#src/kit/desk/toast.ts';

interface MembersDrawerProps<Out> {
  title: string;
  /** What stands in it, one row each. */
  definition: AnyDefinition;
  fixed: Values;
  columns: readonly string[];
  filters: readonly string[];
  /** Puts more into it. */
  adding: Asking<never, { count: number }>;
  /** Takes these rows out again. */
  removing: { call: Call<never, Out>; input(rows: readonly Row[]): unknown };
  /** What is read again afterwards. */
  changes: readonly AnyDefinition[];
  onClose(): void;
}

/** What belongs to a group or a label, beside the list of them: put in by pasting or choosing, picked and taken out. */
export function MembersDrawer<Out>(props: MembersDrawerProps<Out>) {
  const { title, definition, fixed, columns, filters, adding, removing, changes, onClose } = props;
  const mayUse = useMayUse();
  const toast = useToast();
  const command = useCommand<Out>(changes);
  const [open, setOpen] = useState(false);
  const takeOut = async (rows: readonly Row[]) => {
    const sent = await command.run(removing.call, removing.input(rows) as never);
    if (sent.ok) toast.good(`已移除 ${rows.length} 条`);
    else toast.bad(wordsOf(sent.failure));
  };
  const mayRemove = mayUse(removing.call.access);
  return (
    <Drawer
      open
      size={920}
      title={title}
      onClose={onClose}
      extra={
        mayUse(adding.call.access) && (
          <Button type="primary" onClick={() => setOpen(true)}>
            {adding.title}
          </Button>
        )
      }
    >
      <FixedList
        definition={definition}
        fixed={fixed}
        columns={columns}
        filters={filters}
        height={520}
        {...(mayRemove
          ? {
              picks: ({ selection }) => (
                <Button
                  disabled={selection.rows.length === 0 || command.running}
                  onClick={() => void takeOut(selection.rows)}
                >
                  {selection.rows.length === 0 ? '移除所选' : `移除所选 ${selection.rows.length} 条`}
                </Button>
              ),
            }
          : {})}
      />
      {open && <AskDialog asking={adding} changes={changes} onClose={() => setOpen(false)} />}
    </Drawer>
  );
}
