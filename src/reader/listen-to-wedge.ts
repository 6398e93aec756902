import { isSuffix, letterOf } from './key-letters.ts';
import { createWedge, type Scan, wedgeRhythm } from './keyboard-wedge.ts';

/**
 * Listens to a scanner gun that types like a keyboard (reference ecosystem T31, rfid §4), whatever has the focus: a burst
 * in the rhythm of a machine, ended by Enter or Tab. Keys are read by their place (`event.code`), so an input method that
 * is switched on changes nothing; text that comes without keys is read as it is put in, which needs a field with the focus
 * (`data-wedge`, see WedgeField). Two codes in one burst are told apart by the suffix, never by time. The answer ends the
 * listening. A recognised code's suffix goes to nobody else. What goes to a place that `passes` names is not listened to.
 */
export function listenToWedge(
  onScan: (scan: Scan) => void,
  target: EventTarget = window,
  passes: (target: EventTarget | null) => boolean = () => false,
): () => void {
  const wedge = createWedge();
  /** When a key that named its letter was last heard here: the browser puts the same letter in right after. */
  let named = Number.NEGATIVE_INFINITY;
  /** That letter, until it has been put in: on a busy page that takes longer than any time worth waiting for. */
  let awaited: string | null = null;
  let composed = '';
  const take = (event: Event, scan: Scan | null) => {
    if (scan === null) return;
    event.preventDefault();
    event.stopPropagation();
    onScan(scan);
  };
  const pressed = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || passes(event.target)) return;
    // Android 229: the text comes by itself.
    if (event.code === '' && (event.key === 'Unidentified' || event.key === 'Process')) return;
    if (letterOf(event) !== null) {
      named = performance.now();
      awaited = event.key;
    }
    take(event, wedge.press(event, isTypedIn(event.target)) ?? scanOfField(event));
  };
  const put = (event: Event) => {
    if (!(event instanceof InputEvent) || passes(event.target)) return;
    const { inputType, data, timeStamp } = event;
    if (inputType === 'insertLineBreak') return take(event, wedge.press(enterAt(timeStamp), isTypedIn(event.target)));
    if (data === null) return;
    const isEcho = data === awaited || performance.now() - named < echo;
    awaited = null;
    if (isEcho) return;
    if (inputType === 'insertCompositionText') {
      // The whole of what is being composed, each time anew.
      if (data.startsWith(composed)) wedge.insert(data.slice(composed.length), timeStamp);
      composed = data;
    } else if (inputType === 'insertText') {
      const lines = data.split(/\r\n|[\r\n\t]/);
      for (const [index, line] of lines.entries()) {
        if (index > 0) take(event, wedge.press(enterAt(timeStamp), isTypedIn(event.target)));
        wedge.insert(line, timeStamp);
      }
    }
  };
  const composing = () => {
    composed = '';
  };
  // Before anybody else: the suffix of a code must not press the button that happens to have the focus.
  const first = { capture: true };
  target.addEventListener('keydown', pressed, first);
  target.addEventListener('beforeinput', put, first);
  target.addEventListener('compositionstart', composing, first);
  return () => {
    target.removeEventListener('keydown', pressed, first);
    target.removeEventListener('beforeinput', put, first);
    target.removeEventListener('compositionstart', composing, first);
  };
}

/** Whether a person may be typing there: a field that takes text and is not the gun's own. */
export function isTypedIn(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement)
    return target.dataset['wedge'] === undefined && !target.readOnly && !target.disabled && !notTyped.has(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}

const notTyped: ReadonlySet<string> = new Set(['button', 'checkbox', 'radio', 'range', 'reset', 'submit']);

/** How long after a key its letter may be put in, on a slow page or by an input method. Milliseconds. */
const echo = 250;

function enterAt(timeStamp: number) {
  const none = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, repeat: false };
  return { ...none, code: 'Enter', key: 'Enter', timeStamp };
}

/** What stands in the gun's own field when Enter comes, in whatever rhythm it came: nobody else types there. */
function scanOfField(event: KeyboardEvent): Scan | null {
  const field = event.target;
  if (!isSuffix(event) || !(field instanceof HTMLInputElement) || field.dataset['wedge'] === undefined) return null;
  const code = field.value.trim();
  return code.length >= wedgeRhythm.least ? { code, since: event.timeStamp, head: null } : null;
}
