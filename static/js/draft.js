// The draft page for everybody who may read it: keys, badges that open their note, copying.
import { onKey } from "./page.js";

const click = (id) => document.getElementById(id)?.click();
onKey("u", () => click("up"));
onKey("j", () => click("later"));
onKey("k", () => click("earlier"));
onKey("n", () => click("next"));
onKey("o", () => toggle(document.querySelector("details.older")));
onKey("s", () => toggle(document.getElementById("sentences")));

function toggle(details) {
  if (!details) return;
  details.open = !details.open;
  if (details.open) details.querySelector("summary").focus();
}

function openTarget() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
window.addEventListener("hashchange", openTarget);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (link && link.hash === location.hash) openTarget();
});
openTarget();

for (const button of document.querySelectorAll("[data-copies]")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
    button.textContent = "Copied";
  });
}

// A decided draft needs nothing kept in this browser.
const approved = document.querySelector(".draft [data-decided]");
if (approved) localStorage.removeItem(`voicedesk.draft.${approved.dataset.decided}`);
