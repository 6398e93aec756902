// jsdom parses every style sheet antd writes, rule by rule, and goes through all of them for each element somebody asks about:
// half of the time of a test of a page. What a test can see of a style is whether an element is shown, whether it takes the
// pointer, and whether its text runs on in the line (an accessible name has a space where it does not). Those are told here from
// the rules that set them; whoever asks for anything else is answered by jsdom, as if the page had no sheets.

type Told = 'display' | 'visibility' | 'pointer-events';

interface Rule {
  readonly selector: string;
  readonly weight: number;
  readonly sets: Partial<Record<Told, string>>;
}

interface Kept {
  /** By a class that an element must have for the rule to hold. */
  readonly rules: Map<string, Rule[]>;
  readonly read: Set<string>;
}

// antd writes a style once in a worker, so its rules last as long, though this module is read anew for each file.
const place = Symbol.for('rules of the styles that a worker has read');
const worker = globalThis as { [place]?: Kept };
worker[place] ??= { rules: new Map(), read: new Set() };
const { rules, read } = worker[place];

/** Puts both in the place of what jsdom has: style elements that are not parsed, and a style that is told from their rules. */
export function tellStyles(window: Window & typeof globalThis): void {
  const ofElement = Object.getOwnPropertyDescriptor(window.Element.prototype, 'innerHTML') ?? {};
  Object.defineProperty(window.HTMLStyleElement.prototype, 'innerHTML', {
    ...ofElement,
    set(this: HTMLStyleElement, css: string) {
      // jsdom makes no sheet of a type it does not know.
      this.type = 'text/read-already';
      readRules(css);
      ofElement.set?.call(this, css);
    },
  });
  const ofJsdom = window.getComputedStyle.bind(window);
  const ofTag = new Map<string, string>();
  const ofOurs: typeof getComputedStyle = (element, pseudo) => {
    // jsdom knows no style of a pseudo-element.
    if (pseudo) return ofJsdom(element);
    let whole: CSSStyleDeclaration | undefined;
    const answer = (key: string | symbol): unknown => {
      if (key === 'display') return displayOf(element, ofTag, ofJsdom);
      if (key === 'visibility') return inherited(element, 'visibility') ?? 'visible';
      if (key === 'pointerEvents' || key === 'pointer-events') return inherited(element, 'pointer-events') ?? 'auto';
      if (key === 'getPropertyValue') return (name: string) => answer(name) ?? '';
      whole ??= ofJsdom(element);
      const value: unknown = Reflect.get(whole, key, whole);
      if (value === undefined && typeof key === 'string') return whole.getPropertyValue(key);
      return typeof value === 'function' ? value.bind(whole) : value;
    };
    return new Proxy({} as CSSStyleDeclaration, { get: (_, key) => answer(key) });
  };
  window.getComputedStyle = ofOurs;
  globalThis.getComputedStyle = ofOurs;
}

function readRules(css: string): void {
  if (read.has(css)) return;
  read.add(css);
  for (const [, selectors = '', body = ''] of withoutBlocks(css).matchAll(/([^{};]+)\{([^{}]*)\}/g)) {
    const sets: Rule['sets'] = {};
    for (const [, name, value = ''] of body.matchAll(/(?:^|;)\s*(display|visibility|pointer-events):([^;]*)/g))
      sets[name as Told] = value.trim();
    if (Object.keys(sets).length === 0) continue;
    for (const selector of listed(selectors)) {
      if (/::|:(?:before|after)\b/.test(selector)) continue;
      const key = classOfSubject(selector);
      if (key === undefined) continue;
      const rule = { selector, weight: weightOf(selector), sets };
      const known = rules.get(key);
      if (known) known.push(rule);
      else rules.set(key, [rule]);
    }
  }
}

/** Without what stands in an at-rule: the page is wide, still and not printed. */
function withoutBlocks(css: string): string {
  if (!css.includes('@')) return css;
  let kept = '';
  for (let at = 0; at < css.length; ) {
    const next = css.indexOf('@', at);
    if (next === -1) return kept + css.slice(at);
    kept += css.slice(at, next);
    let depth = 0;
    at = next;
    for (; at < css.length; at += 1) {
      const sign = css[at];
      if (sign === '{') depth += 1;
      if (sign === '}') depth -= 1;
      if ((sign === '}' && depth === 0) || (sign === ';' && depth === 0)) break;
    }
    at += 1;
  }
  return kept;
}

/** The selectors of a list, whose commas inside brackets part nothing. */
function listed(selectors: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const sign of selectors) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += sign;
  }
  return [...parts, part.trim()];
}

/** A class of the element that the selector is about; rules about a bare tag or everything are left out. */
function classOfSubject(selector: string): string | undefined {
  const plain = withoutBrackets(selector);
  const subject = plain.split(/[\s>+~]+/).at(-1) ?? '';
  return /\.([\w-]+)/.exec(subject)?.[1];
}

function withoutBrackets(selector: string): string {
  let left = selector;
  for (;;) {
    const next = left.replace(/\([^()]*\)/g, '').replace(/\[[^\]]*\]/g, '');
    if (next === left) return left;
    left = next;
  }
}

function weightOf(selector: string): number {
  const counted = selector.replace(/:where\([^()]*\)/g, '').replace(/:not\(|:is\(/g, ' ');
  const many = (pattern: RegExp) => counted.match(pattern)?.length ?? 0;
  return 10_000 * many(/#[\w-]+/g) + 100 * many(/\.[\w-]+|\[|:[\w-]+/g) + many(/(?:^|[\s>+~])[a-z]/g);
}

/** What the element's own style or the weightiest of the rules sets. */
function own(element: Element, property: Told): string | undefined {
  const inline = element.hasAttribute('style') ? (element as HTMLElement).style.getPropertyValue(property) : '';
  if (inline) return inline;
  const names = element.getAttribute('class');
  if (!names) return undefined;
  let best: Rule | undefined;
  for (const name of names.split(/\s+/))
    for (const rule of rules.get(name) ?? [])
      if (rule.sets[property] && (best === undefined || rule.weight >= best.weight) && element.matches(rule.selector))
        best = rule;
  return best?.sets[property];
}

function inherited(element: Element, property: Told): string | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const value = own(at, property);
    if (value && value !== 'inherit') return value;
  }
  return undefined;
}

function displayOf(element: Element, ofTag: Map<string, string>, ofJsdom: typeof getComputedStyle): string {
  const set = own(element, 'display');
  if (set && set !== 'inherit') return set;
  // What the browser's own sheet says hangs on these alone.
  const key = ['hidden', 'open', 'type', 'popover'].map((name) => element.getAttribute(name) ?? '-');
  const found = ofTag.get(`${element.tagName} ${key}`);
  if (found !== undefined) return found;
  const display = ofJsdom(element).display;
  ofTag.set(`${element.tagName} ${key}`, display);
  return display;
}
