/** Says in the outline that the application did not come, where a script of it fails: its mark would stand there for ever. */
export function sayFailure(): void {
  addEventListener(
    'error',
    ({ target }) => {
      const outline = document.querySelector('.outline');
      if (!(target instanceof HTMLScriptElement) || !outline) return;
      outline.setAttribute('role', 'alert');
      outline.setAttribute('aria-label', '没有打开');
      const words = document.createElement('p');
      words.textContent = '页面没有打开，可能是网络中断。';
      const again = document.createElement('button');
      again.type = 'button';
      again.textContent = '重新打开';
      again.addEventListener('click', () => location.reload());
      words.append(' ', again);
      outline.querySelector('.outline-mark')?.replaceWith(words);
    },
    // A script that fails tells nobody above it.
    true,
  );
}
