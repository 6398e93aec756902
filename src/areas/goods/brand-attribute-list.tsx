import { useNavigate } from 'react-router-dom';
import { attributeKey, attributeKind } from '#contract/areas/goods/attribute.ts';
import { DrawerPage } from '#src/kit/desk/list/drawer-page.tsx';
import { attributeAt } from './addresses.ts';

const fixed = { kind: attributeKind.ofBrands };

/** Attributes that only the styles of some brands have. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <DrawerPage
      definition={attributeKey}
      title="个性化属性"
      fixed={fixed}
      rowActions={({ id }) => [{ key: 'values', label: '属性值', run: () => void navigate(attributeAt.values(id)) }]}
    />
  );
}
