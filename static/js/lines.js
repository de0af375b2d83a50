// A chart of lines in a box, by uPlot. Colours and dashes come from the page's tokens, so dark and light agree with the rest.

/** A token as a plain colour: a canvas does not know light-dark(). */
function colour(box, token) {
  const probe = document.createElement("i");
  probe.style.color = `var(${token})`;
  box.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

export const percent = (value) => (value == null ? "–" : `${value.toFixed(1)}%`);

/** A dashed upright line at `x`, for where something stood. */
function upright(x, stroke) {
  return (plot) => {
    const { ctx, bbox } = plot;
    const at = Math.round(plot.valToPos(x, "x", true));
    ctx.save();
    ctx.strokeStyle = stroke;
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(at, bbox.top);
    ctx.lineTo(at, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  };
}

/**
 * Draw `series` ([values, label, token, dash, width]) over `xs`, shares in percent, and again when the box or the colours change.
 * `x` says how the axis below is labelled: {label, time, splits(from, to), short(value), value(value, index)}; `top` is the least height of the
 * scale, `mark` where an upright line stands.
 */
export function lines(box, xs, series, { x, height = 220, top = 10, mark = null }) {
  let plot = null;
  function draw() {
    plot?.destroy();
    const line = colour(box, "--line");
    const quiet = { stroke: colour(box, "--soft"), grid: { stroke: line, width: 1 }, ticks: { stroke: line }, font: "12px system-ui, sans-serif" };
    const most = Math.max(top, ...series.flatMap(([values]) => values.map((v) => v ?? 0)));
    plot = new window.uPlot(
      {
        width: box.clientWidth,
        height,
        cursor: { drag: { x: false, y: false } },
        scales: { x: { time: x.time }, y: { range: [0, Math.min(Math.max(100, most), Math.ceil((most * 1.1) / 10) * 10)] } },
        axes: [
          { ...quiet, values: (_, at) => at.map(x.short), splits: (_u, _i, from, to) => x.splits(from, to) },
          { ...quiet, size: 52, values: (_, at) => at.map((v) => `${v}%`) },
        ],
        series: [
          { label: x.label, value: (_, v, _s, i) => (v == null ? "–" : x.value(v, i)) },
          ...series.map(([, label, token, dash, width]) => ({ label, stroke: colour(box, token), width, dash, spanGaps: false, points: { size: 5 }, value: (_, v) => percent(v) })),
        ],
        hooks: mark == null ? {} : { draw: [upright(mark, colour(box, "--ink"))] },
      },
      [xs, ...series.map(([values]) => values)],
      box,
    );
  }
  draw();
  let width = box.clientWidth;
  new ResizeObserver(() => {
    if (box.clientWidth !== width) {
      width = box.clientWidth;
      draw();
    }
  }).observe(box);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}

/** At most one of `all` for every 80 pixels of the box. */
export function thinned(box, all) {
  const every = Math.ceil(all.length / Math.max(2, Math.floor(box.clientWidth / 80)));
  return all.filter((_, i) => i % every === 0);
}
