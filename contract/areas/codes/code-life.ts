import { type CodeEvent, type CodeStatus, codeStatus } from './code-enums.ts';

/** Where a step leads: to one state, to where the grade of the piece says (3 good, 8 imperfect), or nowhere: it is only told. */
type Leads = CodeStatus | 'grade' | 'same';

interface Step {
  readonly label: string;
  readonly event: CodeEvent;
  readonly from: readonly CodeStatus[];
  readonly to: Leads;
}

const { none, issued, bound, inStock, held, moving, sold, returned, imperfect, lost } = codeStatus;
const out = codeStatus.void;

/**
 * The life of a unique code (domain.md §4.18 with amendments A): every step that there is, from where to where. Documents name the step,
 * the ledger judges by it, the database holds the edges that follow from it (`code_edge`), and tests walk them all.
 * Besides the table of domain.md: 4→9 and 5→-1 (amendments A), 8→2 and 9→8, so that what came in or was lost as imperfect is taken back or
 * found as such, and 4→3 by a change of grade, since the document that asks for it holds the piece.
 */
export const codeSteps = {
  issue: { label: '发码', event: 1, from: [none], to: issued },
  bind: { label: '绑定EPC', event: 2, from: [issued], to: bound },
  rebind: { label: '换绑EPC', event: 19, from: [bound, inStock, held, imperfect], to: 'same' },
  print: { label: '打印吊牌', event: 3, from: [issued, bound, inStock, held, imperfect], to: 'same' },
  receive: { label: '入库', event: 4, from: [bound], to: 'grade' },
  unreceive: { label: '入库红冲', event: 16, from: [inStock, imperfect], to: bound },
  hold: { label: '锁定', event: 5, from: [inStock, imperfect], to: held },
  release: { label: '解锁', event: 6, from: [held], to: 'grade' },
  send: { label: '调拨发出', event: 7, from: [held], to: moving },
  sign: { label: '调拨签收', event: 8, from: [moving], to: 'grade' },
  sell: { label: '销售', event: 9, from: [inStock, held, imperfect], to: sold },
  takeBack: { label: '销售退货', event: 10, from: [sold], to: 'grade' },
  giveBack: { label: '退返出库', event: 11, from: [held], to: returned },
  seen: { label: '盘点读到', event: 12, from: [inStock, held, imperfect], to: 'same' },
  degrade: { label: '转残次', event: 13, from: [inStock, held], to: imperfect },
  restore: { label: '转正品', event: 13, from: [imperfect, held], to: inStock },
  lose: { label: '丢失', event: 14, from: [inStock, held, moving, imperfect], to: lost },
  find: { label: '找回', event: 15, from: [lost], to: 'grade' },
  void: { label: '作废', event: 16, from: [issued, bound], to: out },
  scrap: { label: '报废', event: 16, from: [inStock, held, imperfect], to: out },
  writeOff: { label: '在途核销', event: 16, from: [moving], to: out },
  handBack: { label: '未用码退回', event: 17, from: [issued, bound], to: out },
  recode: { label: '客退码恢复', event: 17, from: [sold], to: 'grade' },
  recover: { label: '退返码回收', event: 17, from: [returned], to: out },
  move: { label: '仓内移动', event: 18, from: [inStock, held, imperfect], to: 'same' },
} as const satisfies Record<string, Step>;

export type CodeStep = keyof typeof codeSteps;

/** Every step with its meaning. */
export const stepsOfCodes = Object.entries(codeSteps) as [CodeStep, Step][];

/** One way from a state to another, and the event that tells of it. */
export interface CodeEdge {
  readonly from: number;
  readonly to: number;
  readonly event: number;
}

/** The states that a step may lead to from one. */
export function targetsOfStep(step: CodeStep, from: number): readonly number[] {
  const { to } = codeSteps[step] as Step;
  if (to === 'grade') return [inStock, imperfect];
  return [to === 'same' ? from : to];
}

/** The state that a step leads to for a piece of this grade. */
export function targetOfStep(step: CodeStep, { from, grade }: { from: number; grade: number }): number {
  const { to } = codeSteps[step] as Step;
  if (to === 'grade') return grade === 0 ? inStock : imperfect;
  return to === 'same' ? from : to;
}

/** Is a step open to a code in this state? */
export const opensFrom = (step: CodeStep, status: number): boolean =>
  (codeSteps[step].from as readonly number[]).includes(status);

/** All edges that the steps have, each once, in order: the rows of `code_edge`. */
export function codeEdges(): CodeEdge[] {
  const edges = new Map<string, CodeEdge>();
  for (const [name, { event, from }] of stepsOfCodes)
    for (const state of from)
      for (const to of targetsOfStep(name, state)) edges.set(`${state}/${to}/${event}`, { from: state, to, event });
  return [...edges.values()].toSorted((a, b) => a.from - b.from || a.to - b.to || a.event - b.event);
}
