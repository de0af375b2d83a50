// Marks over a text: [start, end, css, ref]. Plain functions, no page.

/** The marks of `old` as they lie in `now`; those the edit went through are dropped. */
export function shifted(marks, old, now) {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const by = now.length - old.length;
  return marks.flatMap(([start, end, css, ref]) => {
    if (end <= head) return [[start, end, css, ref]];
    if (start >= old.length - tail) return [[start + by, end + by, css, ref]];
    return [];
  });
}

/** The text cut wherever a mark begins or ends: [words, css, refs] in order. */
export function pieces(text, marks) {
  const inside = marks.filter(([start, end]) => start < end && end <= text.length);
  const edges = [...new Set([0, text.length, ...inside.flatMap(([start, end]) => [start, end])])].sort((a, b) => a - b);
  return edges.slice(1).map((end, i) => {
    const over = inside.filter((m) => m[0] <= edges[i] && end <= m[1]);
    return [text.slice(edges[i], end), over.map((m) => m[2]).join(" "), over.map((m) => m[3]).filter((ref) => ref >= 0)];
  });
}

/** The ref of the sentence around a place in the text, or -1. */
export function refAt(marks, at) {
  return marks.find(([start, end]) => start <= at && at <= end)?.[3] ?? -1;
}
