// Moving through the table by keys, and keeping one's place when it is refreshed.
import { onKey } from "./page.js";

const links = () => [...document.querySelectorAll(".queue a.lead")];

/** The place focus is in: the row of the focused element, or -1. */
function place() {
  const row = document.activeElement?.closest("tr[data-row]");
  return row ? links().findIndex((a) => row.contains(a)) : -1;
}

function go(step) {
  const all = links();
  if (!all.length) return;
  const to = Math.min(all.length - 1, Math.max(0, place() + step));
  all[to].focus();
  all[to].closest("tr").scrollIntoView({ block: "nearest" });
}

onKey("j", () => go(1));
onKey("k", () => go(-1));
onKey("/", () => document.getElementById("q").focus());
onKey("n", () => document.querySelector("a[href$='/paste/']")?.click());

let held = null;
document.addEventListener("htmx:beforeSwap", () => {
  const focused = document.activeElement;
  held = focused?.closest("#rows") ? (focused.getAttribute("href") ?? null) : null;
});
document.addEventListener("htmx:afterSwap", () => {
  if (held) [...document.querySelectorAll("#rows a")].find((a) => a.getAttribute("href") === held)?.focus({ preventScroll: true });
  held = null;
});
