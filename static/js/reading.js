// Whether a box has been on the screen, whole: every strip of it, however long it is and however it was scrolled.

const STRIP = 8;

/** Calls `done` once when every strip of `box` has been visible above `floor` (a bar stuck to the bottom). */
export function whenSeenWhole(box, floor, done) {
  let seen = [];
  let finished = false;
  function look() {
    if (finished || document.hidden) return;
    const { top, height } = box.getBoundingClientRect();
    const strips = Math.max(1, Math.ceil(height / STRIP));
    if (seen.length !== strips) seen = Array.from({ length: strips }, (_, i) => seen[i] ?? false);
    const bottom = Math.min(window.innerHeight, floor?.getBoundingClientRect().top ?? window.innerHeight);
    const first = Math.max(0, Math.ceil((0 - top) / STRIP));
    const last = Math.min(strips, Math.floor((bottom - top + STRIP / 2) / STRIP));
    seen.fill(true, first, Math.max(first, last));
    if (!seen.every(Boolean)) return;
    finished = true;
    stop();
    done();
  }
  const events = [[window, "scroll"], [window, "resize"], [document, "visibilitychange"], [box, "input"]];
  const stop = () => events.forEach(([target, name]) => target.removeEventListener(name, look));
  events.forEach(([target, name]) => target.addEventListener(name, look, { passive: true }));
  requestAnimationFrame(look);
}

/** Seconds the page has been in front of somebody, after those `before` it was loaded anew. */
export function readingClock(before = 0) {
  let spent = 1000 * before;
  let since = document.hidden ? null : performance.now();
  document.addEventListener("visibilitychange", () => {
    if (since !== null) spent += performance.now() - since;
    since = document.hidden ? null : performance.now();
  });
  return () => Math.round((spent + (since === null ? 0 : performance.now() - since)) / 1000);
}
