import { useNavigate } from 'react-router-dom';
import { attributeKey, attributeKind } from '#contract/areas/goods/attribute.ts';
import { DrawerPage } from '#src/kit/desk/list/drawer-page.tsx';
import { attributeAt } from './addresses.ts';

const fixed = { kind: attributeKind.variant };

/** What the pieces of a style differ by: colour, and whatever else stands beside the size. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <DrawerPage
      definition={attributeKey}
      title="规格管理"
      fixed={fixed}
      rowActions={({ id }) => [{ key: 'values', label: '属性值', run: () => void navigate(attributeAt.values(id)) }]}
    />
  );
}
