import { useQuery } from '@tanstack/react-query';
import { type NewForm, newFormsCall } from '#contract/areas/access/new-forms-call.ts';
import { read, worthRetry } from '#src/engine/failure.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { useApp } from '../app-context.tsx';
import { wishTheme } from '../preferences.ts';
import { leave } from '../session/leave.ts';
import { useSession } from '../session/sign-in-state.ts';
import { openShortcuts } from '../shortcuts/shortcuts-store.ts';
import { useTheme } from '../theme-choice.ts';

/** Something the palette does: an address to go to, or what is run. */
export interface PaletteAction {
  readonly name: string;
  readonly path?: string;
  run?(): void;
}

/** What this person may do from anywhere: new records as far as the server says, the look, the shortcuts, the way out. */
export function useActions(): PaletteAction[] {
  const app = useApp();
  const forms = useNewForms();
  const shade = useTheme((state) => state.shade);
  const other = shade === 'dark' ? 'light' : 'dark';
  return [
    ...forms.map(({ route, name }) => ({ name, path: route })),
    { name: other === 'dark' ? '切换深色' : '切换浅色', run: () => void wishTheme(app.services, other) },
    { name: '快捷键', run: openShortcuts },
    { name: '退出', run: () => void leave(app) },
  ];
}

function useNewForms(): readonly NewForm[] {
  const wire = useWire();
  const uid = useSession((state) => state.session?.uid);
  const query = useQuery({
    queryKey: ['newForms', uid],
    queryFn: ({ signal }) => read(wire, newFormsCall, { input: {}, signal }),
    staleTime: 60_000,
    retry: worthRetry,
  });
  // Without an answer there are fewer actions, and nothing to say about it: the screens have the same buttons.
  return query.data?.list ?? [];
}
