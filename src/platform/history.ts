/** True while the page in view is not the product's first in this tab: then a step back stays inside it. */
export function mayStepBack(): boolean {
  // The router counts its pages in the state of each, which outlives a reload (`idx`, from 0); nobody else writes there.
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
}
