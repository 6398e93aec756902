import type { ManifestOptions } from 'vite-plugin-pwa';

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
    shortcuts: [
      {
        name: '仓库模式',
        short_name: '仓库',
        url: '/hand',
        icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
      },
    ],
  };
}
