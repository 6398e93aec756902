import type { SourceFile } from './source.ts';

/**
 * Classes without a module are the property of one thing. Says which are not: a class whose own rules stand in several
 * places, and a class that is put beside different first classes, which makes it a part of two things.
 */
export function sharedClasses(sheets: readonly SourceFile[], code: readonly SourceFile[]): string[] {
  return [...inSheets(sheets), ...inCode(code)];
}

function inSheets(sheets: readonly SourceFile[]): string[] {
  const places = new Map<string, string[]>();
  for (const { path, text } of sheets) {
    let last: string | undefined;
    for (const { name, line } of ownRules(text)) {
      if (name !== last && name !== undefined) places.set(name, [...(places.get(name) ?? []), `${path}:${line}`]);
      last = name;
    }
  }
  return [...places].flatMap(([name, at]) => (at.length > 1 ? [`.${name} is ruled at ${at.join(' and ')}`] : []));
}

// A rule is a class's own when it speaks of that class alone, in whatever state: `.a`, `.a::before`, `.a:hover`.
// What stands inside a media query speaks of the same thing under another condition.
function ownRules(text: string): { name: string | undefined; line: number }[] {
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  const rules: { name: string | undefined; line: number }[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < bare.length; at += 1) {
    if (bare[at] === '{') {
      const selector = bare.slice(start, at).trim();
      if (depth === 0) rules.push({ name: ownClass(selector), line: bare.slice(0, at).split('\n').length });
      depth += 1;
    }
    if (bare[at] === '}') depth -= 1;
    if (bare[at] === '{' || bare[at] === '}') start = at + 1;
  }
  return rules;
}

const ownClass = (selector: string): string | undefined =>
  /^\.([\w-]+)(?:::?[a-z-]+(?:\([^)]*\))?)*$/.exec(selector)?.[1];

function inCode(code: readonly SourceFile[]): string[] {
  const firsts = new Map<string, Set<string>>();
  for (const { text } of code) {
    for (const [, classes = ''] of text.matchAll(
      /["'`]((?:[a-z][\w-]* )*(?:desk|spinner)[\w-]*(?: [a-z][\w-]*)*)["'`]/g,
    )) {
      const [first = '', ...others] = classes.split(' ');
      for (const other of others) firsts.set(other, (firsts.get(other) ?? new Set()).add(first));
    }
  }
  return [...firsts].flatMap(([name, beside]) =>
    beside.size > 1 ? [`.${name} stands beside ${[...beside].map((one) => `.${one}`).join(' and ')}`] : [],
  );
}
