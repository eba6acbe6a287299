// Merge patches (RFC 7396): a view and what changed give the next view.

export function patched(view, change) {
  if (change === null || typeof change !== "object" || Array.isArray(change)) return change;
  const result = view !== null && typeof view === "object" && !Array.isArray(view) ? { ...view } : {};
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete result[key];
    else result[key] = patched(result[key], value);
  }
  return result;
}
