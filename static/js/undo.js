// Counts down the seconds in which an approval can be taken back. The server keeps the time; this only shows it.
import { onKey } from "./page.js";

const form = document.getElementById("undo");
if (form) {
  const left = form.querySelector(".left");
  const over = performance.now() + 1000 * Number(form.dataset.seconds);
  const ticking = setInterval(() => {
    const seconds = Math.ceil((over - performance.now()) / 1000);
    left.textContent = `${Math.max(0, seconds)} s`;
    if (seconds > 0) return;
    clearInterval(ticking);
    form.remove();
  }, 250);
  onKey("z", () => form.isConnected && form.requestSubmit());
}
