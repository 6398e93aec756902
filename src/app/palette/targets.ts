import type { Found } from '#contract/areas/shell/search.ts';
import { type Match, mayBeNumber, type Ranked } from './screens.ts';
import type { PaletteAction } from './use-actions.ts';

/** One line of the palette. */
export type Target =
  | { readonly kind: 'record'; readonly key: string; readonly found: Found }
  | { readonly kind: 'screen'; readonly key: string; readonly ranked: Ranked }
  | {
      readonly kind: 'action';
      readonly key: string;
      readonly action: PaletteAction;
      readonly marked: Ranked['marked'];
    };

export interface TargetGroup {
  readonly name: string;
  readonly targets: readonly Target[];
}

/** What a text leads to, in the order shown: records first for a number; for a word they come last, as goods have many names. */
export function targetGroups(
  text: string,
  {
    found,
    screens,
    actions,
    match,
  }: {
    found: readonly Found[];
    screens: readonly Ranked[];
    actions: readonly PaletteAction[];
    match: Match;
  },
): TargetGroup[] {
  const records = {
    name: '单据与货品',
    targets: found.map((one): Target => ({ kind: 'record', key: one.route, found: one })),
  };
  const others = [
    { name: '界面', targets: screens.map((ranked): Target => ({ kind: 'screen', key: ranked.screen.path, ranked })) },
    { name: '操作', targets: actions.flatMap((action) => actionTarget(action, { text, match })) },
  ];
  const groups = mayBeNumber(text) ? [records, ...others] : [...others, records];
  return groups.filter(({ targets }) => targets.length > 0);
}

function actionTarget(action: PaletteAction, { text, match }: { text: string; match: Match }): Target[] {
  const marked = text === '' ? null : match(action.name, text);
  return marked === false ? [] : [{ kind: 'action', key: action.name, action, marked }];
}
