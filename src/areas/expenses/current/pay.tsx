import { lazy, Suspense } from 'react';
import { currentExpense } from '#contract/areas/expenses/current-expense.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { JudgePage } from '#src/kit/desk/detail/judge-page.tsx';
import { LoadingFace } from '#src/kit/desk/faces.tsx';
import { currentAt } from '../addresses.ts';

const Attachments = lazy(async () => ({
  default: (await import('#src/kit/desk/attachments/block.tsx')).Attachments,
}));

/** Says that a current expense was paid or received: by which account, when, with its slip. */
export function Screen() {
  const id = useRecordId();
  return (
    <JudgePage
      definition={currentExpense}
      title="往来费用收付"
      steps={['pay']}
      detailAt={currentAt.detail}
      none="此往来费用单现在不能由您收付"
      beside={
        id !== undefined && (
          <Suspense fallback={<LoadingFace />}>
            <Attachments definition={currentExpense} id={id} />
          </Suspense>
        )
      }
    />
  );
}
