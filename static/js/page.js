// What every page needs: single keys, the key sheet, and a plain word when the server cannot be reached.

const KEYS_OFF = "voicedesk.keys-off";
const bindings = new Map();

/** Do `deed` when `key` is pressed outside a field. */
export function onKey(key, deed) {
  bindings.set(key, deed);
}

export function isField(element) {
  return element instanceof HTMLElement && (element.isContentEditable || element.matches("input:not([type=checkbox], [type=radio]), textarea, select"));
}

export function keysAreOn() {
  return localStorage.getItem(KEYS_OFF) === null;
}

const trouble = document.getElementById("trouble");

/** Show a sentence at the foot of the page until `clearTrouble`; `link` is an optional [text, href]. */
export function showTrouble(sentence, link) {
  trouble.textContent = sentence;
  if (link) {
    const a = document.createElement("a");
    [a.textContent, a.href] = link;
    trouble.append(" ", a);
  }
  trouble.hidden = false;
}

export function clearTrouble() {
  trouble.hidden = true;
}

const sheet = document.getElementById("keys");

function openSheet() {
  if (sheet && !sheet.open) sheet.showModal();
}

onKey("?", openSheet);
for (const button of document.querySelectorAll("[data-opens=keys]")) {
  button.hidden = false;
  button.addEventListener("click", openSheet);
}

const tick = document.getElementById("keys-on");
if (tick) {
  tick.checked = keysAreOn();
  tick.addEventListener("change", () => (tick.checked ? localStorage.removeItem(KEYS_OFF) : localStorage.setItem(KEYS_OFF, "1")));
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || sheet?.open) return;
  if (event.key === "Escape" && isField(document.activeElement)) return document.activeElement.blur();
  if (isField(event.target) || (!keysAreOn() && event.key !== "?")) return;
  const deed = bindings.get(event.key);
  if (deed) {
    event.preventDefault();
    deed(event);
  }
});

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});

// A page that asks again and again need not while nobody looks at it.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && event.detail.elt.hasAttribute("data-polls")) event.preventDefault();
});

// After signing out elsewhere, a request is answered by the login page: never swap that into a badge.
document.addEventListener("htmx:beforeSwap", (event) => {
  const answered = new URL(event.detail.xhr.responseURL || location.href, location.href);
  const asked = new URL(event.detail.pathInfo?.finalRequestPath ?? location.href, location.href);
  if (answered.pathname !== asked.pathname && answered.pathname.startsWith("/accounts/login")) {
    event.detail.shouldSwap = false;
    showTrouble("You were signed out. What you typed is kept in this browser.", ["Sign in again", `/accounts/login/?next=${encodeURIComponent(location.pathname)}`]);
  }
});
for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, () => showTrouble("VoiceDesk cannot be reached at the moment. What you typed is kept in this browser; it is tried again by itself."));
}
document.addEventListener("htmx:responseError", (event) => showTrouble(`The server could not do that (${event.detail.xhr.status}). What you typed is kept in this browser. Reload the page to try again.`));
document.addEventListener("htmx:afterRequest", (event) => event.detail.successful && clearTrouble());
