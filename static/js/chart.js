// The report's weeks as lines.
import { lines, thinned } from "./lines.js";

const box = document.getElementById("weeks-chart");
const data = JSON.parse(document.getElementById("weeks-data")?.textContent ?? "null");
const short = (seconds) => new Date(seconds * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "short" });

// Both this module and the library are deferred; the library stands first in the page.
if (box && data) {
  const days = data.days.map((day) => Date.parse(`${day}T00:00:00`) / 1000);
  const series = [
    [data.held, "All held", "--ink", [], 2.5],
    [data.voice, "Voice", "--accent", [], 2],
    [data.relevance, "Relevance", "--held", [6, 3], 2],
    [data.value, "Value", "--unsure", [2, 3], 2],
  ];
  lines(box, days, series, {
    x: {
      label: "Week from",
      time: true,
      short,
      splits: (from, to) => thinned(box, days.filter((d) => d >= from && d <= to)),
      value: (v, i) => `${short(v)} (${data.finished[i]} finished)`,
    },
  });
}
