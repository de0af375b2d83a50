// The table of example mails by keys: move, select, tag, leave out, save. Its fields and buttons are the admin's own.
import { onKey } from "./page.js";

const form = document.getElementById("changelist-form");
const said = document.getElementById("example-said");
const rows = () => [...form.querySelectorAll("#result_list tbody tr")];
const link = (row) => row.querySelector(".field-shown a");
const box = (row) => row.querySelector("input.action-select");
const here = () => document.activeElement?.closest("#result_list tbody tr") ?? null;

function go(step) {
  const all = rows();
  if (!all.length) return;
  const to = all[Math.min(all.length - 1, Math.max(0, all.indexOf(here()) + step))];
  link(to).focus();
  to.scrollIntoView({ block: "nearest" });
}

/** The selected rows, or else the one that focus is in. */
function meant() {
  const selected = rows().filter((row) => box(row)?.checked);
  return selected.length || !here() ? selected : [here()];
}

/** Say what a key did, also to who listens to the page instead of looking at it. */
function say(changed, what) {
  said.textContent = changed.length ? `${changed.length === 1 ? "This mail" : `${changed.length} mails`}: ${what}. Not saved yet.` : "Go to a mail with j first, or select some.";
}

function set(field, value) {
  field[field.type === "checkbox" ? "checked" : "value"] = value;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

onKey("j", () => go(1));
onKey("k", () => go(-1));
onKey("x", () => {
  const row = here();
  if (!row) return say([]);
  box(row).click();
  const number = rows().filter((one) => box(one).checked).length;
  said.textContent = `${box(row).checked ? "Selected" : "Not selected"}; ${number} in all.`;
});
onKey("t", () => {
  const tags = meant().map((row) => row.querySelector(".field-tag select"));
  if (!tags.length) return say([]);
  const next = tags[0].options[(tags[0].selectedIndex + 1) % tags[0].options.length];
  for (const tag of tags) set(tag, next.value);
  say(tags, next.value ? next.text.toLowerCase() : "no tag");
});
onKey("u", () => {
  const uses = meant().map((row) => row.querySelector(".field-included input"));
  if (!uses.length) return say([]);
  const use = !uses[0].checked;
  for (const one of uses) set(one, use);
  say(uses, use ? "used for the profile" : "left out of the profile");
});
onKey("c", () => here()?.querySelector(".field-kind select")?.focus());
onKey("s", () => form.querySelector("[name=_save]")?.click());
onKey("/", () => document.getElementById("searchbar")?.focus());

// What is changed and not saved is shown, and not lost without a question.
let changed = false;
form?.addEventListener("change", ({ target }) => {
  if (!target.name?.startsWith("form-")) return;
  changed = true;
  target.closest("tr")?.classList.add("unsaved");
});
form?.addEventListener("submit", () => (changed = false));
window.addEventListener("beforeunload", (event) => changed && event.preventDefault());
