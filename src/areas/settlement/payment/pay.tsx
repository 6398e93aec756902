import { lazy, Suspense } from 'react';
import { payment } from '#contract/areas/settlement/payment.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { JudgePage } from '#src/kit/desk/detail/judge-page.tsx';
import { LoadingFace } from '#src/kit/desk/faces.tsx';
import { paymentAt } from '../addresses.ts';

const Attachments = lazy(async () => ({
  default: (await import('#src/kit/desk/attachments/block.tsx')).Attachments,
}));

/** Says that a payment was made: from which account, when, by which entry of the bank, with its slip. */
export function Screen() {
  const id = useRecordId();
  return (
    <JudgePage
      definition={payment}
      title="付款确认"
      steps={['confirm']}
      detailAt={paymentAt.detail}
      none="此付款单现在不能由您付款"
      given={(record) => ({ pay_amount: record.amount })}
      beside={
        id !== undefined && (
          <Suspense fallback={<LoadingFace />}>
            <Attachments definition={payment} id={id} />
          </Suspense>
        )
      }
    />
  );
}
