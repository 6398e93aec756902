import type { NextStep } from '#contract/kit/document-calls.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { type CalledTransition, isJudging, verdict } from '#contract/kit/transition.ts';

/** What was done, in words: 已提交, 审核通过, 已驳回. */
export function doneWords(step: CalledTransition, result?: 1 | 2): string {
  if (step.rejects || (isJudging(step) && result === verdict.reject)) return '已驳回';
  return isJudging(step) ? `${step.label}通过` : `已${step.label}`;
}

/** Whose turn it is, in words; empty where nobody is waited for. */
export function nextWords({ label, people, total }: NextStep): string {
  if (label === null) return '';
  return total === 0 ? `下一步 ${label}，目前没有人可以办理` : `下一步 ${label}：${namesOf({ people, total })}`;
}

/** The people of a next step by name: the first few, and how many there are. */
export function namesOf({ people, total }: Pick<NextStep, 'people' | 'total'>): string {
  return `${people.join('、')}${total > people.length ? ` 等 ${grouped(total)} 人` : ''}`;
}
