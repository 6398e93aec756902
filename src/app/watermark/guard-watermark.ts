/** What a standing watermark can be told. */
export interface GuardedWatermark {
  /** Shows another picture. */
  show(image: string): void;
  /** Takes it away. */
  stop(): void;
}

/**
 * Puts the watermark over the page and keeps it there (specification §1): removed, hidden, restyled or filled, it is put
 * back as it was. A page that fights it gets `mostAtOnce` answers a second and the last one then, so that the two can
 * never hold the browser up.
 */
export function guardWatermark(image: string, parent: HTMLElement = document.body): GuardedWatermark {
  let shown = image;
  let mark = markOf(shown);
  let answers = 0;

  const observer = new MutationObserver(() => {
    if (answers < mostAtOnce && !isWhole(mark, { image: shown, parent })) putBack();
  });
  const round = setInterval(() => {
    answers = 0;
    if (!isWhole(mark, { image: shown, parent })) putBack();
  }, 1000);

  function putBack(): void {
    answers += 1;
    observer.disconnect();
    mark.remove();
    mark = markOf(shown);
    parent.append(mark);
    observer.observe(parent, { childList: true });
    observer.observe(mark, { attributes: true, childList: true });
  }

  putBack();
  return {
    show(next) {
      shown = next;
      putBack();
    },
    stop() {
      clearInterval(round);
      observer.disconnect();
      mark.remove();
    },
  };
}

/** Answers to one second of interference. */
const mostAtOnce = 20;

/** Over everything, touched by nothing, printed. Written on the element and important, so that no style sheet is above it. */
const look: Readonly<Record<string, string>> = {
  display: 'block',
  visibility: 'visible',
  opacity: '1',
  position: 'fixed',
  inset: '0px',
  width: 'auto',
  height: 'auto',
  margin: '0px',
  transform: 'none',
  'clip-path': 'none',
  filter: 'none',
  'z-index': '2147483647',
  'pointer-events': 'none',
  'user-select': 'none',
  'print-color-adjust': 'exact',
};

function markOf(image: string): HTMLElement {
  const mark = document.createElement('div');
  mark.setAttribute('aria-hidden', 'true');
  mark.dataset['watermark'] = '';
  for (const [name, value] of Object.entries(look)) mark.style.setProperty(name, value, 'important');
  mark.style.setProperty('background-image', `url("${image}")`, 'important');
  return mark;
}

/** Is it where it was put, and as it was made? Compared with a fresh one, because browsers spell styles in their own way. */
function isWhole(mark: HTMLElement, { image, parent }: { image: string; parent: HTMLElement }): boolean {
  return mark.parentElement === parent && mark.isEqualNode(markOf(image));
}
