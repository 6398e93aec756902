import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

// Only what is drawn here: this file is loaded by screens with charts alone.
echarts.use([BarChart, LineChart, GridComponent, TooltipComponent, CanvasRenderer]);

/** One row of figures of a chart: a line over days, or bars side by side. */
export interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

export interface Drawing {
  readonly kind: 'line' | 'bar';
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** A figure as people read it. */
  readonly print: (value: number) => string;
}

/** Draws into an element in the colours of its theme, and again when either changes its size or its shade; answers its end. */
export function draw(at: HTMLElement, drawing: Drawing, onPick: ((index: number) => void) | undefined): () => void {
  const chart = echarts.init(at, null, { renderer: 'canvas' });
  const paint = () => chart.setOption(optionOf(drawing, getComputedStyle(at)), true);
  paint();
  if (onPick) chart.on('click', ({ dataIndex }) => typeof dataIndex === 'number' && onPick(dataIndex));
  const sizes = new ResizeObserver(() => chart.resize());
  sizes.observe(at);
  const shades = new MutationObserver(paint);
  shades.observe(document.documentElement, { attributes: true, attributeFilter: ['data-shade'] });
  return () => {
    sizes.disconnect();
    shades.disconnect();
    chart.dispose();
  };
}

/** What the library is told; its tooltips are drawn, never markup (design §9). */
function optionOf({ kind, labels, series, print }: Drawing, style: CSSStyleDeclaration) {
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const soft = { color: token('ink-soft') };
  const line = { lineStyle: { color: token('line') } };
  const names = { type: 'category' as const, data: [...labels], axisLabel: soft, axisLine: line };
  const figures = {
    type: 'value' as const,
    axisLabel: { ...soft, formatter: (value: number) => print(value) },
    splitLine: line,
  };
  return {
    animation: false,
    color: [token('accent'), token('moving'), token('waiting')],
    grid: { left: 8, right: 16, top: 16, bottom: 8, containLabel: true },
    tooltip: {
      trigger: 'axis' as const,
      renderMode: 'richText' as const,
      backgroundColor: token('raised'),
      borderColor: token('line'),
      textStyle: { color: token('ink') },
      valueFormatter: (value: unknown) => print(Number(value)),
    },
    xAxis: kind === 'line' ? names : figures,
    yAxis: kind === 'line' ? figures : { ...names, inverse: true },
    series: series.map(({ name, values }) => ({
      name,
      type: kind,
      data: [...values],
      showSymbol: false,
      barMaxWidth: 14,
    })),
  };
}
