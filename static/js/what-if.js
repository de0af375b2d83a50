// What each layer would have held, over its threshold; the table under the pictures has the same numbers.
import { lines } from "./lines.js";

const curves = JSON.parse(document.getElementById("curves-data")?.textContent ?? "[]");
for (const curve of curves) {
  const box = document.getElementById(`curve-${curve.layer}`);
  const series = [[curve.held, "Held", "--ink", [], 2.5]];
  if (curve.wrong) series.push([curve.wrong, "Wrong ones caught", "--accent", [], 2]);
  if (curve.right) series.push([curve.right, "Right ones held needlessly", "--held", [6, 3], 2]);
  lines(box, curve.thresholds, series, {
    height: 200,
    top: 100,
    mark: curve.stood,
    x: {
      label: "Threshold",
      time: false,
      short: (v) => v.toFixed(1),
      splits: () => [0.2, 0.4, 0.6, 0.8],
      value: (v) => v.toFixed(2),
    },
  });
}
