import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

// The table's own scroller: antd's measuring row is hidden with a control in it, and the group around it takes the keys.
const tableRules = ['aria-hidden-focus', 'scrollable-region-focusable'];

/**
 * What axe finds on a page, as `rule: place | place`. It waits until nothing moves any more: what is fading in has no
 * contrast yet. `within`: a selector, where not the whole page is meant; `tables`: there are tables of antd on it.
 */
export async function flawsOf(
  page: Page,
  { within, tables = false }: { within?: string; tables?: boolean } = {},
): Promise<string[]> {
  await expect.poll(() => page.evaluate(isAtRest)).toBe(true);
  const axe = new AxeBuilder({ page });
  if (within) axe.include(within);
  if (tables) axe.disableRules(tableRules);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
}

// What turns for ever, a spinner, is no movement that ends.
function isAtRest(): boolean {
  return document
    .getAnimations()
    .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Number.POSITIVE_INFINITY);
}
