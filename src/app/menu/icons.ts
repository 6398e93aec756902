/** Drawings of the icons that the menu's `style` names (contract/areas/access/menu.ts), as strokes in a box of 20. */
export const icons: Readonly<Record<string, string>> = {
  home: 'M3 9.5 10 3.5l7 6V17h-4.5v-4.5h-5V17H3V9.5Z',
  goods: 'M7 3 3 5.5 4.5 9 6 8.3V17h8V8.3l1.5.7L17 5.5 13 3a3 3 0 0 1-6 0Z',
  tools:
    'M12.6 3.3a4 4 0 0 0-4.9 5.2L3 13.2a1.9 1.9 0 0 0 0 2.7l1.1 1.1a1.9 1.9 0 0 0 2.7 0l4.7-4.7a4 4 0 0 0 5.2-4.9L14.2 10 10 5.8Z',
  price: 'M3 3.5h6.5l7.5 7.5-6 6L3 9.5v-6ZM6.5 7h.01',
  buy: 'M3 4h2l1.6 9h8.2L16.5 7H5.6M8 16.5h.01M13.5 16.5h.01',
  storage: 'M3 8l7-4.5L17 8v9H3V8Zm3.5 9v-6h7v6M6.5 14h7',
  contract: 'M5 3h7l3 3v11H5V3Zm3 6.5h4M8 12.5h4',
  basic: 'M4 3.5h12v13H4v-13ZM7 7.5h6M7 10.5h6M7 13.5h3.5',
  data: 'M3.5 16.5h13M6 14V9.5M10 14V4.5M14 14V7',
  finance: 'M5 3.5l5 6 5-6M10 9.5V17M6 11.5h8M6 14h8',
  order: 'M5 3h10v14l-2.5-1.5L10 17l-2.5-1.5L5 17V3Zm3 4h4M8 10h4M8 13h2.5',
  member:
    'M7.5 9.5a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5ZM2.5 16c.4-2.8 2.4-4.3 5-4.3s4.6 1.5 5 4.3M13 4.4a2.6 2.6 0 0 1 0 4.9M14.5 11.9c1.7.5 2.8 1.9 3 4.1',
  coupon: 'M3 6h14v2.5a1.5 1.5 0 0 0 0 3V14H3v-2.5a1.5 1.5 0 0 0 0-3V6ZM12 6v8',
  admin: 'M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4 17c.6-3.2 3-5 6-5s5.4 1.8 6 5',
  setting: 'M4 6h12M4 10h12M4 14h12M8 4.5v3M13 8.5v3M6.5 12.5v3',
  ops: 'M3 10h3l2-5.5 4 11 2-5.5h3',
};
