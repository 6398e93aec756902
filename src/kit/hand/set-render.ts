import { unstableSetRender } from 'antd-mobile';
import { createRoot, type Root } from 'react-dom/client';

/**
 * antd-mobile 5 looks for React 18's renderer and, under React 19, opens none of the things that are called instead of
 * drawn (Toast.show and its kin) in a production build, without an error (reference ecosystem T2). This gives it ours.
 */
unstableSetRender((node, container) => {
  const root = roots.get(container) ?? createRoot(container);
  roots.set(container, root);
  root.render(node);
  return async () => {
    // Never inside a render of another root.
    await new Promise((resolve) => setTimeout(resolve, 0));
    root.unmount();
    roots.delete(container);
  };
});

const roots = new WeakMap<Element | DocumentFragment, Root>();
