/** How wide a document is that is shown beside another page. Pixels. */
export const besideWidth = 1040;

/**
 * Where a question about such a document stands: under it, as wide as it is, so that its head and first lines, by which it is answered, stay in
 * view and clear.
 */
export const underBeside = {
  width: `min(${besideWidth}px, 100vw)`,
  style: { position: 'absolute', top: 'auto', right: 0, bottom: 0, margin: 0, paddingBottom: 0, maxWidth: '100vw' },
  styles: {
    mask: { background: 'transparent' },
    container: { borderEndStartRadius: 0, borderEndEndRadius: 0 },
    body: { maxHeight: '50vh', overflow: 'auto' },
  },
} as const;
