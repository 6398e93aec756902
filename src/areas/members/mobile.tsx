import { Button } from 'antd';
import { useState } from 'react';
import { memberCalls } from '#contract/areas/members/member-calls.ts';
import { user } from '#contract/areas/members/user.ts';
import { prose } from '#contract/kit/kinds/text.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { AskDialog, type Asking } from '#src/kit/desk/ask-dialog.tsx';
import { ask } from '#src/kit/notice.ts';

/** Tells the whole mobile of a member to who says why: the reason stays in the member's history. */
export function Mobile({ member }: { member: Row }) {
  const may = useMayUse()(memberCalls.mobile.access);
  const [asking, setAsking] = useState(false);
  if (!may || !member['mobile']) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>查看手机号</Button>
      {asking && <AskDialog asking={mobileAsking(member.id)} changes={changes} onClose={() => setAsking(false)} />}
    </>
  );
}

const mobileAsking = (id: number): Asking<{ id: number; reason: string }, { mobile: string | null }> => ({
  title: '查看手机号',
  fields: {
    reason: prose('原因（记入会员操作记录）', { required: true, least: limits.reasonLeast, most: limits.reason }),
  },
  call: memberCalls.mobile,
  input: ({ reason }) => ({ id, reason: String(reason) }),
  done: ({ mobile }) => {
    void ask(mobile ?? '没有手机号', { title: '手机号', confirm: '知道了' });
    return {};
  },
});

const changes = [user];
