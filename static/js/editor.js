// The editor: a plain textarea over a layer that shows the same text with its marks. Saves by itself, loses nothing.
import { onKey, clearTrouble, keysAreOn } from "./page.js";
import { pieces, refAt, shifted } from "./marks.js";
import { readingClock, whenSeenWhole } from "./reading.js";

const PAUSE_BEFORE_SAVING = 1200;

const area = document.getElementById("text");
const form = document.getElementById("decide");
const under = document.getElementById("under");
const about = document.getElementById("about-sentence");
const actions = document.querySelector(".actions");
const backupKey = `voicedesk.draft.${area.dataset.draft}`;

const the = (id) => document.getElementById(id);
const version = () => form.elements.version.value;
const read = (id, name) => JSON.parse(the(id)?.dataset[name] || "[]");

// --- marks under the text ---

let from = area.dataset.typed ? [] : read("origins", "from");
let off = area.dataset.typed ? [] : read("notes", "off");
let drawn = area.value;
let lit = -1;

function draw() {
  const text = area.value;
  from = shifted(from, drawn, text);
  off = shifted(off, drawn, text);
  drawn = text;
  under.replaceChildren(
    ...pieces(text, [...from, ...off]).map(([words, css, refs]) => {
      if (!css) return document.createTextNode(words);
      const mark = document.createElement("mark");
      mark.className = css;
      mark.dataset.ref = refs.join(" ");
      mark.textContent = words;
      return mark;
    }),
    "\n",
  );
  light(lit, true);
}

/** Show one sentence of the text and its row in the list, and say in a line where it comes from. */
function light(ref, again = false) {
  if (ref === lit && !again) return;
  lit = ref;
  const wanted = String(ref);
  for (const mark of under.querySelectorAll("mark")) mark.classList.toggle("lit", mark.dataset.ref.split(" ").includes(wanted));
  let row = null;
  for (const item of document.querySelectorAll("#origins li")) {
    item.classList.toggle("lit", item.dataset.ref === wanted);
    if (item.dataset.ref === wanted) row = item;
  }
  about.textContent = row ? row.querySelector(".quiet").textContent.trim().replace(/\s+/g, " ") : "";
}

const byCaret = () => document.activeElement === area && light(refAt(from, area.selectionStart));
document.addEventListener("selectionchange", byCaret);
area.addEventListener("keyup", byCaret);
area.addEventListener("blur", () => light(-1));
area.addEventListener("mousemove", (event) => {
  const hit = [...under.querySelectorAll("mark.from")].find((mark) =>
    [...mark.getClientRects()].some((r) => r.left <= event.clientX && event.clientX <= r.right && r.top <= event.clientY && event.clientY <= r.bottom),
  );
  light(hit ? Number(hit.dataset.ref.split(" ")[0]) : -1);
});
area.addEventListener("mouseleave", () => document.activeElement !== area && light(-1));
for (const name of ["focusin", "mouseover"]) {
  document.getElementById("sentences")?.addEventListener(name, (event) => {
    const row = event.target.closest("li[data-ref]");
    if (row) light(Number(row.dataset.ref));
  });
}

// --- keeping what is typed: in this browser at once, on the server after a pause ---

let saved = area.dataset.typed ? null : area.value;
let saving = null;
let timer = null;
let stopped = false;

const dirty = () => area.value !== saved && area.value.trim() !== "";

function backUp() {
  if (area.value === saved) localStorage.removeItem(backupKey);
  else localStorage.setItem(backupKey, JSON.stringify({ text: area.value, version: version() }));
}

/** Send what is typed to the server; resolves when nothing of it is under way any more. */
async function save() {
  clearTimeout(timer);
  if (saving) await saving;
  if (!dirty() || stopped) return;
  saving = htmx.ajax("POST", area.dataset.save, { source: form, target: "#badges", swap: "innerHTML" }).catch(() => {});
  await saving;
  saving = null;
}

function scheduleSave(after = PAUSE_BEFORE_SAVING) {
  clearTimeout(timer);
  timer = setTimeout(save, after);
}

// What the badges say is about the words last judged: while others stand there, they say so.
let judged = area.dataset.typed ? null : area.value;

function showWhetherJudged() {
  const checking = area.value.trim() !== judged?.trim() && !stopped;
  the("checking").hidden = !checking;
  document.querySelector(".draft-head").classList.toggle("stale", checking);
}

area.addEventListener("input", () => {
  draw();
  backUp();
  showWhetherJudged();
  const line = the("saved");
  if (line) line.textContent = "";
  scheduleSave();
});
document.addEventListener("visibilitychange", () => document.hidden && save());
window.addEventListener("online", () => save());
window.addEventListener("beforeunload", (event) => dirty() && stopped && event.preventDefault());

let openLayers = [];
document.addEventListener("htmx:beforeSwap", () => {
  openLayers = [...document.querySelectorAll("details.layer[open]")].map((d) => d.id);
});
document.addEventListener("htmx:afterRequest", (event) => {
  const { xhr, pathInfo, requestConfig } = event.detail;
  const path = pathInfo?.requestPath;
  if (path !== area.dataset.save && path !== area.getAttribute("hx-post")) return;
  for (const id of openLayers) if (the(id)) the(id).open = true;
  if (xhr.status === 409) {
    stopped = true;
    showWhetherJudged();
  } else if (xhr.status === 200) {
    const sent = requestConfig.formData.get("text").replaceAll("\r\n", "\n");
    judged = sent;
    showWhetherJudged();
    off = shifted(read("notes", "off"), sent.trim(), area.value);
    if (path === area.dataset.save) {
      saved = sent;
      from = shifted(read("origins", "from"), sent.trim(), area.value);
      for (const input of document.querySelectorAll("input[name=version]")) input.value = the("saved").dataset.version;
      backUp();
    }
    drawn = area.value;
    draw();
    clearTrouble();
  } else if (!xhr.status || xhr.status >= 500) {
    scheduleSave(5000);
  }
});

// What was typed and never reached the server, from an earlier visit.
const kept = JSON.parse(localStorage.getItem(backupKey) || "null");
if (kept && kept.text !== area.value) {
  const put = () => {
    area.value = kept.text;
    area.dispatchEvent(new Event("input", { bubbles: true }));
    the("kept").hidden = true;
  };
  if (kept.version === version()) {
    put();
    the("saved").textContent = "Put back what you typed here before.";
  } else {
    the("kept").hidden = false;
    document.querySelector(".kept-text").textContent = kept.text;
    document.querySelector("[data-kept=use]").addEventListener("click", put);
    document.querySelector("[data-kept=drop]").addEventListener("click", () => {
      localStorage.removeItem(backupKey);
      the("kept").hidden = true;
    });
  }
} else {
  localStorage.removeItem(backupKey);
}

// --- deciding ---

// Reading counts over all visits to one writing of the draft, until it is written again.
const secondsKey = `voicedesk.seconds.${area.dataset.draft}`;
const seconds = readingClock(Math.max(Number(form.elements.seconds.value), Number(sessionStorage.getItem(secondsKey))));
const keepSeconds = () => sessionStorage.setItem(secondsKey, seconds());
window.addEventListener("pagehide", keepSeconds);

let decided = false;
window.addEventListener("pageshow", (event) => event.persisted && location.reload());

/** An approval takes a moment: say so at once, and take it once. */
function sayApproving() {
  decided = true;
  const label = the("approve").querySelector("button.main").firstChild;
  label.data = "Approving… ";
  the("approve").setAttribute("aria-busy", "true");
}

for (const one of document.querySelectorAll(".draft form")) {
  let ready = false;
  one.addEventListener("submit", async (event) => {
    form.elements.seconds.value = seconds();
    if (decided && !ready) return event.preventDefault();
    if (one === form && !event.submitter?.hasAttribute("formaction")) sayApproving();
    if (one.id.startsWith("again")) window.removeEventListener("pagehide", keepSeconds), sessionStorage.removeItem(secondsKey);
    if (ready || (!saving && (one === form || !dirty() || stopped))) {
      clearTimeout(timer);
      return;
    }
    event.preventDefault();
    if (one === form) {
      clearTimeout(timer);
      await saving;
    } else {
      await save();
    }
    ready = true;
    one.requestSubmit(event.submitter);
    ready = false;
  });
}

whenSeenWhole(document.querySelector(".editor"), actions, () => {
  if (!the("approve").dataset.shown) htmx.ajax("POST", area.dataset.read, { source: "#approve", target: "#approve", swap: "outerHTML" });
});

const approveButton = () => the("approve").querySelector("button.main");
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !keysAreOn()) return;
  event.preventDefault();
  if (approveButton().disabled) about.textContent = "Approval opens when you have read to the end.";
  else approveButton().click();
});

function openPanel(name) {
  for (const button of document.querySelectorAll("[data-panel]")) {
    const panel = the(button.dataset.panel);
    panel.open = button.dataset.panel === name && !panel.open;
    button.setAttribute("aria-expanded", panel.open);
    if (panel.open) {
      (panel.querySelector("[data-first]") ?? panel.querySelector("input:not([type=hidden])")).focus();
      panel.scrollIntoView({ block: "nearest" });
    }
  }
}
for (const button of document.querySelectorAll("[data-panel]")) button.addEventListener("click", () => openPanel(button.dataset.panel));

onKey("e", () => area.focus());
onKey("a", () => (approveButton().disabled ? the("approve").scrollIntoView({ block: "nearest" }) : approveButton().focus()));
onKey("f", () => the("fix")?.click());
onKey("t", () => openPanel("again"));
onKey("x", () => openPanel("reject"));
draw();
