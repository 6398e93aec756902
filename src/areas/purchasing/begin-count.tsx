import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { callsOf, type Saved } from '#contract/kit/calls.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useToast } from '#src/kit/desk/toast.ts';
import { inboundAt } from './inbound/addresses.ts';

const { add } = callsOf(inWareBatch);

/** Begins the inbound batch of goods that have arrived, with all that is in no other one, and leads to its count. */
export function BeginCount({ arrivalId }: { arrivalId: number }) {
  const { begin, running, may } = useBeginCount();
  return (
    may && (
      <Button type="primary" loading={running} onClick={() => void begin(arrivalId)}>
        开始清点
      </Button>
    )
  );
}

/** The same for lists of appointments. */
export function useBeginCount(): {
  readonly may: boolean;
  readonly running: boolean;
  begin(id: number): Promise<void>;
} {
  const navigate = useNavigate();
  const toast = useToast();
  const may = useMayUse()(add.access);
  const command = useCommand<Saved>(about);
  const begin = async (arrivalId: number) => {
    if (command.running) return;
    const sent = await command.run(add, { arrival_id: arrivalId });
    if (sent.ok) void navigate(inboundAt.count(sent.value.id));
    else toast.bad(wordsOf(sent.failure));
  };
  return { may, running: command.running, begin };
}

const about = [inWareBatch, arrivalOrder];
