// The weeks as lines. Colours and dashes come from the page's tokens, so dark and light agree with the rest.

const box = document.getElementById("weeks-chart");
const data = JSON.parse(document.getElementById("weeks-data")?.textContent ?? "null");
const LINES = [
  ["held", "All held", "--ink", [], 2.5],
  ["voice", "Voice", "--accent", [], 2],
  ["relevance", "Relevance", "--held", [6, 3], 2],
  ["value", "Value", "--unsure", [2, 3], 2],
];
let plot = null;

/** A token as a plain colour: a canvas does not know light-dark(). */
function colour(token) {
  const probe = document.createElement("i");
  probe.style.color = `var(${token})`;
  box.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

const days = data ? data.days.map((day) => Date.parse(`${day}T00:00:00`) / 1000) : [];
const short = (seconds) => new Date(seconds * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "short" });
const share = (value) => (value == null ? "–" : `${value.toFixed(1)}%`);

function draw() {
  plot?.destroy();
  const quiet = { stroke: colour("--soft"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line") }, font: "12px system-ui, sans-serif" };
  const top = Math.max(10, ...LINES.flatMap(([key]) => data[key].map((v) => v ?? 0)));
  plot = new window.uPlot(
    {
      width: box.clientWidth,
      height: 220,
      cursor: { drag: { x: false, y: false } },
      scales: { y: { range: [0, Math.ceil((top * 1.1) / 10) * 10] } },
      axes: [
        { ...quiet, values: (_, at) => at.map(short), splits: (_u, _i, from, to) => thinned(days.filter((d) => d >= from && d <= to)) },
        { ...quiet, size: 44, values: (_, at) => at.map((v) => `${v}%`) },
      ],
      series: [
        { label: "Week from", value: (_, v, _s, i) => (v == null ? "–" : `${short(v)} (${data.finished[i]} finished)`) },
        ...LINES.map(([, label, token, dash, width]) => ({ label, stroke: colour(token), width, dash, spanGaps: false, points: { size: 5 }, value: (_, v) => share(v) })),
      ],
    },
    [days, ...LINES.map(([key]) => data[key])],
    box,
  );
}

function thinned(all) {
  const every = Math.ceil(all.length / Math.max(2, Math.floor(box.clientWidth / 80)));
  return all.filter((_, i) => i % every === 0);
}

if (box && data) {
  // Both this module and the library are deferred; the library stands first in the page.
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
