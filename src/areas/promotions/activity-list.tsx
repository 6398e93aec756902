import { useNavigate } from 'react-router-dom';
import { giftActivity } from '#contract/areas/promotions/gift-activity.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { activityAt } from './addresses.ts';

/** Gift activities. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <ListPage
      definition={giftActivity}
      newAt={activityAt.fresh}
      openAt={(row) => activityAt.detail(row.id)}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: () => void navigate(activityAt.detail(row.id)) },
        ...(row.allowed?.edit
          ? [{ key: 'edit', label: '修改', run: () => void navigate(activityAt.edit(row.id)) }]
          : []),
      ]}
    />
  );
}
