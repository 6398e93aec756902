import type { ManifestOptions } from 'vite-plugin-pwa';

const shortcut = (url: `/${string}`, names: { name: string; short_name: string }) => ({
  ...names,
  url,
  icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
});

/** Taken by `npm run screenshots`. */
const picture = (name: string, { label, wide }: { label: string; wide: boolean }) => ({
  src: `/screenshots/${name}.webp`,
  sizes: wide ? '1280x800' : '800x1280',
  type: 'image/webp',
  form_factor: wide ? ('wide' as const) : ('narrow' as const),
  label,
});

/** The web app manifest: what the installed application is called, looks like and opens. */
export function manifest(palette: { readonly paper: string }): Partial<ManifestOptions> {
  return {
    id: '/',
    name: '折乐惠 后台',
    short_name: '折乐惠',
    description: '折扣服装零售的后台：商品、仓储、采购、财务',
    lang: 'zh-CN',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: palette.paper,
    background_color: palette.paper,
    categories: ['business', 'productivity'],
    icons: [
      { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    screenshots: [
      picture('stock-list', { label: '库存列表', wide: true }),
      picture('allots', { label: '调拨单', wide: true }),
      picture('warehouse', { label: '仓库模式', wide: false }),
      picture('count', { label: '盘点', wide: false }),
    ],
    shortcuts: [
      shortcut('/hand', { name: '仓库模式', short_name: '仓库' }),
      shortcut('/hand/shift', { name: '开工检查', short_name: '开工' }),
      shortcut('/hand/queue', { name: '本机未发送', short_name: '未发送' }),
      shortcut('/hand/imperfect', { name: '残次上报', short_name: '残次' }),
      shortcut('/hand/reader', { name: '标签读写器', short_name: '读写器' }),
    ],
  };
}
