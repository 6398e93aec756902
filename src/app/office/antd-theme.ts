import { type ThemeConfig, theme } from 'antd';
import { fontFamily, metrics, type Palette, palettes, type Shade } from '#src/kit/theme.ts';

/** Our tokens in antd's words, for both shades. Dense: 36 px rows, 32 px controls, hairlines instead of boxes. */
export const antdThemes: Readonly<Record<Shade, ThemeConfig>> = {
  light: themeOf('light', palettes.light),
  dark: themeOf('dark', palettes.dark),
};

function themeOf(shade: Shade, palette: Palette): ThemeConfig {
  return {
    algorithm: shade === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    hashed: false,
    token: {
      colorPrimary: palette.accent,
      colorInfo: palette.accent,
      colorLink: palette.accent,
      colorLinkHover: palette.accentStrong,
      colorSuccess: palette.done,
      colorWarning: palette.waiting,
      colorError: palette.danger,
      colorTextBase: palette.ink,
      colorText: palette.ink,
      colorTextSecondary: palette.inkSoft,
      colorTextTertiary: palette.inkFaint,
      colorTextQuaternary: palette.inkFaint,
      colorTextPlaceholder: palette.inkFaint,
      colorTextDescription: palette.inkSoft,
      colorTextLightSolid: palette.onAccent,
      colorBgBase: palette.surface,
      colorBgLayout: palette.paper,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBgMask: palette.scrim,
      colorBorder: palette.control,
      colorBorderSecondary: palette.line,
      colorSplit: palette.line,
      controlItemBgHover: palette.hover,
      controlItemBgActive: palette.accentWash,
      controlItemBgActiveHover: palette.accentWash,
      controlOutline: palette.accentWash,
      fontFamily,
      fontSize: metrics.font,
      fontSizeSM: metrics.fontSmall,
      borderRadius: metrics.radius,
      controlHeight: metrics.control,
      boxShadow: palette.shadow,
      boxShadowSecondary: palette.shadow,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.18s',
    },
    components: {
      Table: {
        // 36 px: 22 px of text, 6 px above and below, one hairline and one pixel of antd's own rounding.
        cellPaddingBlock: 6.5,
        cellPaddingBlockMD: 6.5,
        cellPaddingBlockSM: 6.5,
        cellPaddingInline: 10,
        cellPaddingInlineMD: 10,
        cellPaddingInlineSM: 8,
        // The list lies on the paper itself; cells that stay in place must not stand out from it.
        colorBgContainer: palette.paper,
        headerSortActiveBg: palette.hover,
        headerSortHoverBg: palette.hover,
        bodySortBg: palette.paper,
        fixedHeaderSortActiveBg: palette.hover,
        headerBg: palette.paper,
        headerColor: palette.inkSoft,
        headerSplitColor: 'transparent',
        rowHoverBg: palette.hover,
        rowSelectedBg: palette.accentWash,
        rowSelectedHoverBg: palette.accentWash,
        borderColor: palette.line,
        headerBorderRadius: 0,
      },
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', primaryColor: palette.onAccent, dangerColor: palette.onDanger },
      Form: { itemMarginBottom: 18, verticalLabelPadding: '0 0 4px', labelColor: palette.inkSoft },
      Pagination: { itemActiveBg: palette.accentWash },
      Tag: { defaultBg: palette.idleWash, defaultColor: palette.idle },
    },
  };
}
